import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { modals } from '../components/dialogs.ts';
import { i18next } from '../i18n/i18n.ts';
import { afterSheets } from './sheet-history.ts';

interface Answers {
  onConfirm: () => void;
  onCancel?: () => void;
  onClose?: () => void;
}

/** What on screen would be lost with the page: forms with changes, uploads, documents of the wizard. */
const unsavedNow = new Set<object>();

/** Whether something on screen would be lost by leaving it all, as signing out does. */
export const isAnythingUnsaved = (): boolean => unsavedNow.size > 0;

/** The browser asks before the tab is closed or loaded again. */
export function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const one = {};
    unsavedNow.add(one);
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      unsavedNow.delete(one);
      removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
}

/** The question before unsaved changes are discarded. */
export const askToLeave = (answers: Answers): void =>
  modals.openConfirmModal({
    title: i18next.t('leave.title'),
    children: i18next.t('leave.body'),
    labels: { confirm: i18next.t('leave.confirm'), cancel: i18next.t('leave.cancel') },
    confirmProps: { color: 'red', variant: 'filled' },
    ...answers,
  });

/**
 * Asks before the page is left with changes: in the app by a dialog, on closing the tab by the browser's own question.
 */
export function useUnsaved(unsaved: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    askToLeave({ onConfirm: () => afterSheets(() => blocker.proceed()), onCancel: () => blocker.reset() });
  }, [blocker]);
  useAskBeforeUnload(unsaved);
}

/** The same for a drawer over the page. While the question is open, Escape answers only that (`closeOnEscape`). */
export function useGuardedClose(onClose: () => void) {
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    if (!unsaved) {
      onClose();
      return;
    }
    setAsking(true);
    // Later: the key that closed the question would otherwise close the drawer too.
    askToLeave({ onConfirm: onClose, onClose: () => void setTimeout(() => setAsking(false)) });
  };
  return { close, setUnsaved, closeOnEscape: !asking };
}
