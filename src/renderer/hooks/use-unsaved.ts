import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { modals } from '../components/dialogs.ts';
import { afterSheets } from './sheet-history.ts';

interface Answers {
  onConfirm: () => void;
  onCancel?: () => void;
  onClose?: () => void;
}

/** The question before unsaved changes are discarded. */
function useLeaveQuestion(): (answers: Answers) => void {
  const { t } = useTranslation();
  return useCallback(
    (answers) =>
      void modals.openConfirmModal({
        title: t('leave.title'),
        children: t('leave.body'),
        labels: { confirm: t('leave.confirm'), cancel: t('leave.cancel') },
        confirmProps: { color: 'red', variant: 'filled' },
        ...answers,
      }),
    [t],
  );
}

/**
 * Asks before the page is left with changes: in the app by a dialog, on closing the tab by the browser's own question.
 */
export function useUnsaved(unsaved: boolean): void {
  const ask = useLeaveQuestion();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    ask({ onConfirm: () => afterSheets(() => blocker.proceed()), onCancel: () => blocker.reset() });
  }, [blocker, ask]);
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsaved]);
}

/** The same for a drawer over the page. While the question is open, Escape answers only that (`closeOnEscape`). */
export function useGuardedClose(onClose: () => void) {
  const ask = useLeaveQuestion();
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    if (!unsaved) {
      onClose();
      return;
    }
    setAsking(true);
    // Later: the key that closed the question would otherwise close the drawer too.
    ask({ onConfirm: onClose, onClose: () => void setTimeout(() => setAsking(false)) });
  };
  return { close, setUnsaved, closeOnEscape: !asking };
}
