import { useFullscreenElement } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import { ToolButton } from './tool-button.tsx';

interface FullScreen {
  /** For the element that fills the screen. */
  readonly ref: RefCallback<HTMLDivElement | null>;
  /** Nothing where the browser does not let pages do so. */
  readonly button: ReactNode;
  /** F within the element, also in a dialog. @returns whether it was the key */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** For what opens beside the element. */
  readonly leave: () => void;
}

/** Lets a preview fill the screen, by its button or F from anywhere on the page. Escape leaves it: that is the browser's own. */
export function useFullScreen(): FullScreen {
  const { t } = useTranslation('records');
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>();
  const may = document.fullscreenEnabled === true;
  useShortcuts({ f: () => may && void toggle() });
  const onKey = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (!may || key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return false;
    if (target instanceof HTMLInputElement) return false;
    event.preventDefault();
    event.stopPropagation();
    void toggle();
    return true;
  };
  const button = may && (
    <ToolButton label={t('preview.fullScreen')} pressed={fullscreen} onClick={() => void toggle()}>
      {fullscreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
    </ToolButton>
  );
  return { ref, button, onKey, leave: () => fullscreen && void toggle() };
}
