import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { modals } from '../components/dialogs.ts';
import { i18next } from '../i18n/i18n.ts';
import { wantLater } from './later.ts';

interface Answers {
  onConfirm: () => void;
  onCancel?: () => void;
  onClose?: () => void;
}

/** What on screen would be lost with the page: forms with changes, uploads, documents of the wizard. */
const lost = new Set<object>();

/** Whether something on screen would be lost by leaving it all, as signing out does. */
export const isAnythingUnsaved = (): boolean => lost.size > 0;

/** The browser asks before the tab is closed or loaded again. */
export function useAskBeforeUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const one = {};
    lost.add(one);
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      lost.delete(one);
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

type Discard = () => void;

/**
 * Forms on screen with changes, each with what discards them. The router hears one blocker alone, and several forms
 * may be on one page: the guard of the shell asks for all of them (`leave-guard.tsx`).
 */
export const useUnsavedForms = create<{ discards: readonly Discard[] }>(() => ({ discards: [] }));

/**
 * Asks before the page is left with changes: in the app by a dialog, on closing the tab by the browser's own question.
 * @param discard called where somebody leaves without them
 */
export function useUnsaved(unsaved: boolean, discard: Discard = nothing): void {
  useAskBeforeUnload(unsaved);
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    if (!unsaved) return;
    wantLater();
    const own = (): void => latest.current();
    useUnsavedForms.setState(({ discards }) => ({ discards: [...discards, own] }));
    return () =>
      useUnsavedForms.setState(({ discards }) => ({ discards: discards.filter((each) => each !== own) }));
  }, [unsaved]);
}

const nothing = (): void => undefined;

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
