import { create } from 'zustand';
import type { CollaborativeSeed } from '../../hooks/shell-actions.ts';

/** What is typed, until a document was made of it: a dialog that is closed by mistake loses nothing. */
export interface Draft {
  title: string;
  group: string | null;
  folder: string | null;
  /** One of those that Legajo brings, or the id of an own one. */
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

/** The form, begun in the place where it was asked for. */
export const openCollaborative = ({ group, folder }: CollaborativeSeed = {}): void =>
  useCollaborative.setState(({ draft }) => ({
    opened: true,
    view: 'form',
    // People and folders belong to a library: in another one they are others.
    draft: group
      ? { ...draft, group, folder: folder ?? null, authors: draft.group === group ? draft.authors : [] }
      : draft,
  }));
export const closeCollaborative = (): void => useCollaborative.setState({ opened: false });
export const show = (view: CollaborativeState['view']): void => useCollaborative.setState({ view });
export const edit = (values: Partial<Draft>): void =>
  useCollaborative.setState(({ draft }) => ({ draft: { ...draft, ...values } }));
/** It was made: the next one begins anew. */
export const finish = (): void => useCollaborative.setState({ opened: false, draft: EMPTY });
