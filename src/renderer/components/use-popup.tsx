import { useUncontrolled } from '@mantine/hooks';
import { lazy, Suspense } from 'react';

/** Loaded with the first popup, which the first screen has not. Where it does not come, going back leaves the page. */
const BackCloses = lazy(() => import('./back-closes.tsx').catch(() => ({ default: () => null })));

/** On a phone, going back calls this. Drawn while a popup is open: a closed one, as each row has, costs nothing. */
export const closesByBack = (onBack: () => void) => (
  <Suspense fallback={null}>
    <BackCloses onBack={onBack} />
  </Suspense>
);

interface Popup {
  opened?: boolean | undefined;
  defaultOpened?: boolean | undefined;
  onChange?: ((opened: boolean) => void) | undefined;
}

/**
 * Whether a menu or popover is open, kept here where its owner does not.
 * @returns its props, and what is drawn beside it so that going back on a phone closes it
 */
export function usePopup({ opened, defaultOpened, onChange }: Popup) {
  const [isOpen, change] = useUncontrolled({
    value: opened,
    defaultValue: defaultOpened,
    finalValue: false,
    onChange,
  });
  return {
    back: isOpen && closesByBack(() => change(false)),
    props: { opened: isOpen, onChange: change },
  };
}
