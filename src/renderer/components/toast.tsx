import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage } from '../api/errors.ts';
import { newId } from '../api/http.ts';
import { i18next } from '../i18n/i18n.ts';
import styles from './toast.module.css';

interface Toast {
  title?: string;
  message: ReactNode;
  id?: string;
  autoClose?: number | false;
}

/** Long enough to read and reach "Deshacer"; the others go after 3 s (docs/domain/limits.md, specification §9). */
const UNDO_MS = 8000;

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

const show = (kind: Kind, given: Toast): string =>
  notifications.show({ ...looksOf(kind, given), ...(given.id ? { id: given.id } : {}) });

/** How often what stands now was said, by what it is about. */
const standing = new Map<string, number>();

/** Passing remarks. What stays wrong belongs at the place where it went wrong, not here. */
export const toast = {
  success: (message: ReactNode, title?: string) => show('success', { message, ...(title ? { title } : {}) }),
  warning: (message: ReactNode, title?: string) => show('warning', { message, ...(title ? { title } : {}) }),
  info: (message: ReactNode, title?: string) => show('info', { message, ...(title ? { title } : {}) }),
  /** The title says what did not work; the body is the server's sentence, or one of ours. */
  error: (title: string, error: unknown) =>
    show('error', { title, message: typeof error === 'string' ? error : errorMessage(error) }),
  /** Stays until it is closed. */
  notice: (message: ReactNode) => show('warning', { message, autoClose: false }),
  /**
   * Said once while it stands, however often it comes: then with how often.
   * @param about what is the same of all of them
   * @param message what is said of so many
   */
  counted: (kind: Kind, about: string, title: string, message: (times: number) => string): void => {
    const times = (standing.get(about) ?? 0) + 1;
    standing.set(about, times);
    const looks = looksOf(kind, { title, message: message(times) });
    if (times > 1) notifications.update({ ...looks, id: about });
    else notifications.show({ ...looks, id: about, onClose: () => standing.delete(about) });
  },
  /** Something was done at once, and can be taken back. */
  undo: (message: string, onUndo: () => void): void => {
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
              notifications.hide(id);
              onUndo();
            }}
          >
            {i18next.t('undo')}
          </button>
        </span>
      ),
    });
  },
};
