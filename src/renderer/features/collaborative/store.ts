import { create } from 'zustand';
import type { CollaborativeSeed } from '../../hooks/shell-actions.ts';

/**
 * What was typed in the form. It is kept until the document is created, so that closing the dialog by mistake loses
 * nothing.
 */
export interface Draft {
  title: string;
  group: string | null;
  folder: string | null;
  /** The name of a built-in template, or the id of one of the organization's own. */
  template: string;
  authors: readonly string[];
  code: string;
}

interface CollaborativeState {
  opened: boolean;
  view: 'form' | 'templates';
  draft: Draft;
}

const EMPTY: Draft = { title: '', group: null, folder: null, template: 'blank', authors: [], code: '' };

export const useCollaborative = create<CollaborativeState>(() => ({
  opened: false,
  view: 'form',
  draft: EMPTY,
}));

/** Opens the form with the place from which it was opened. */
export const openCollaborative = ({ group, folder }: CollaborativeSeed = {}): void =>
  useCollaborative.setState(({ draft }) => ({
    opened: true,
    view: 'form',
    // Folder and authors belong to a library, so another library clears them.
    draft: group
      ? { ...draft, group, folder: folder ?? null, authors: draft.group === group ? draft.authors : [] }
      : draft,
  }));
export const closeCollaborative = (): void => useCollaborative.setState({ opened: false });
export const show = (view: CollaborativeState['view']): void => useCollaborative.setState({ view });
export const edit = (values: Partial<Draft>): void =>
  useCollaborative.setState(({ draft }) => ({ draft: { ...draft, ...values } }));
/** Clears the draft after the document was created. */
export const finish = (): void => useCollaborative.setState({ opened: false, draft: EMPTY });
