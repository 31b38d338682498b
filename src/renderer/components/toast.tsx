import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage } from '../api/errors.ts';
import { newId } from '../api/http.ts';
import { useSession } from '../api/session-store.ts';
import { wantLater } from '../hooks/later.ts';
import { i18next } from '../i18n/i18n.ts';
import styles from './toast.module.css';

interface Toast {
  title?: string;
  message: ReactNode;
  id?: string;
  autoClose?: number | false;
}

/**
 * Milliseconds, long enough to read and reach "Deshacer"; other toasts close after 3 s (docs/domain/limits.md).
 */
export const UNDO_MS = 8000;

const LOOKS = {
  success: { icon: <IconCheck size={18} />, className: styles.success },
  error: { icon: <IconAlertTriangle size={18} />, className: styles.error },
  warning: { icon: <IconAlertTriangle size={18} />, className: styles.warning },
  info: { icon: <IconInfoCircle size={18} />, className: styles.info },
} as const;

type Kind = keyof typeof LOOKS;

function looksOf(kind: Kind, { title, message, autoClose }: Toast) {
  const { icon, className } = LOOKS[kind];
  return {
    ...(autoClose === undefined ? {} : { autoClose }),
    title,
    message,
    icon,
    withBorder: false,
    classNames: { icon: className ?? '', root: styles.toast ?? '' },
    closeButtonProps: { 'aria-label': i18next.t('close') },
  };
}

function show(kind: Kind, given: Toast): string {
  // What shows them is loaded after the first screen.
  wantLater();
  return notifications.show({ ...looksOf(kind, given), ...(given.id ? { id: given.id } : {}) });
}

/** How often each visible toast was repeated, by its subject. */
const standing = new Map<string, number>();

/** Short messages. An error that persists is shown where it happened, not here. */
export const toast = {
  success: (message: ReactNode, title?: string) => show('success', { message, ...(title ? { title } : {}) }),
  warning: (message: ReactNode, title?: string) => show('warning', { message, ...(title ? { title } : {}) }),
  info: (message: ReactNode, title?: string) => show('info', { message, ...(title ? { title } : {}) }),
  /** Why something cannot be done. Shown once, however often it is tried meanwhile. */
  reason: (message = '') => show('info', { message, id: message }),
  /** The title says what failed; the body is the server's sentence, or one of ours. */
  error: (title: string, error: unknown) =>
    show('error', { title, message: typeof error === 'string' ? error : errorMessage(error) }),
  /** Stays until it is closed. */
  notice: (message: ReactNode) => show('warning', { message, autoClose: false }),
  /**
   * Shown once while it is visible, with the number of repetitions.
   * @param about the common subject of the repetitions
   * @param message the text for a number of repetitions
   */
  counted: (kind: Kind, about: string, title: string, message: (times: number) => string): void => {
    const times = (standing.get(about) ?? 0) + 1;
    standing.set(about, times);
    const looks = looksOf(kind, { title, message: message(times) });
    if (times > 1) notifications.update({ ...looks, id: about });
    else notifications.show({ ...looks, id: about, onClose: () => standing.delete(about) });
  },
  /**
   * For an action that was done at once and can be undone.
   * @returns what hides it
   */
  undo: (message: string, onUndo: () => void): (() => void) => {
    const id = newId();
    show('info', {
      id,
      autoClose: UNDO_MS,
      message: (
        <span className={styles.undo}>
          <span>{message}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              // The button goes with its message, and would leave the focus to the page.
              document.getElementById('main')?.focus({ preventScroll: true });
              notifications.hide(id);
              onUndo();
            }}
          >
            {i18next.t('undo')}
          </button>
        </span>
      ),
    });
    // Whoever signs in next did none of it.
    const stop = useSession.subscribe(({ status }) => {
      if (status === 'signed-in') return;
      stop();
      notifications.hide(id);
    });
    setTimeout(stop, UNDO_MS);
    return () => notifications.hide(id);
  },
};
