import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../../../components/toast.tsx';
import { focusWhenFound, mainElement } from '../../../hooks/focus-when-there.ts';
import type { BegunDecision, useDecisionDraft } from './use-decision-draft.ts';

type Put = (begun: BegunDecision) => void;

/** What was cancelled and what was begun since: no word of either is lost, and the newer choice and file count. */
const both = (old: BegunDecision, now: BegunDecision): BegunDecision => ({
  comment: [old.comment, now.comment].filter((each) => each.trim() !== '').join('\n\n'),
  chosen: now.chosen || old.chosen,
  file: now.file ?? old.file,
});

/** The review on screen, which may have been opened again before "Deshacer" was pressed. */
let shown:
  | { readonly page: string; readonly put: Put; readonly begun: BegunDecision | undefined }
  | undefined;

/**
 * "Cancelar" of a review: leaves it at once, and for some seconds offers the choice, the words and the file again.
 * @param onLeave called once what was begun is forgotten
 */
export function useCancel(
  { begun, put, forget }: Pick<ReturnType<typeof useDecisionDraft>, 'begun' | 'put' | 'forget'>,
  onLeave: () => void,
): () => void {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const { pathname: page, search } = useLocation();
  useEffect(() => {
    const own = { page, put, begun };
    shown = own;
    return () => {
      if (shown === own) shown = undefined;
    };
  });
  return () => {
    forget();
    onLeave();
    if (!begun) return;
    toast.undo(t('review.cancelled'), () => {
      const now = shown?.page === page ? shown : { put, begun: undefined };
      now.put(now.begun ? both(begun, now.begun) : begun);
      focusWhenFound(() => mainElement()?.querySelector<HTMLElement>('[data-review] textarea'));
      void navigate(page + search, { replace: location.pathname === page });
    });
  };
}
