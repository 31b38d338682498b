import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useBackCloses } from '../hooks/use-back-closes.ts';
import { useReturnFocus } from '../hooks/use-return-focus.ts';
import styles from './dialog.module.css';

const FIELDS = 'input, select, textarea, button, a[href], [tabindex="0"]';

/**
 * A dialog's first field, or its first button, has the focus: without this the cross in its corner would, which is of use
 * to nobody who came to do something. Contents that name another element by `data-autofocus` keep it.
 */
function focusFirst(content: HTMLElement | null): void {
  if (!content || content.querySelector('[data-autofocus]')) return;
  const first = Array.from(content.querySelectorAll<HTMLElement>(FIELDS)).find(
    (each) => !each.matches(':disabled, [type="hidden"], [tabindex="-1"]') && each.offsetParent !== null,
  );
  first?.setAttribute('data-autofocus', '');
}

/**
 * Mantine's dialog; on a phone, going back does what its button does. Opened, its first field has the focus; closed, it
 * gives the focus back.
 */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened && props.returnFocus !== false);
  return (
    <MantineModal {...props}>
      <div ref={focusFirst} className={styles.content}>
        {props.children}
      </div>
    </MantineModal>
  );
}

/** Mantine's panel at an edge of the screen; on a phone, going back does what its button does. Closed, it gives the focus back. */
export function Drawer(props: DrawerProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened && props.returnFocus !== false);
  return <MantineDrawer {...props} />;
}
