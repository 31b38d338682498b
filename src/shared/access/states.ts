import type { LibraryRole } from './roles.ts';

/** No state is chosen. Never stored. */
export const STATE_NONE = -1;

/**
 * States of a version (docs/domain/states-and-versions.md). The specification gives 0 to 4; the numbers of the two
 * pending ones are our own.
 */
export const STATE = {
  draft: 0,
  approved: 1,
  rejected: 2,
  published: 3,
  obsolete: 4,
  pendingReview: 5,
  pendingPublication: 6,
} as const;
export type RecordState = (typeof STATE)[keyof typeof STATE];

export interface StateRow {
  readonly value: RecordState;
  readonly name: string;
  /** The Spanish label, which every screen shows. */
  readonly label: string;
  /** The action that leads here. */
  readonly action: string;
  /** The role in the record's library that is needed to lead it here. */
  readonly role: LibraryRole;
}

export const STATES: readonly StateRow[] = [
  { value: 0, name: 'draft', label: 'Borrador', action: 'revert', role: 'upload' },
  { value: 1, name: 'approved', label: 'Aprobado', action: 'approve', role: 'review' },
  { value: 2, name: 'rejected', label: 'Rechazado', action: 'reject', role: 'review' },
  { value: 3, name: 'published', label: 'Publicado', action: 'publish', role: 'publish' },
  { value: 4, name: 'obsolete', label: 'Obsoleto', action: 'deprecate', role: 'publish' },
  { value: 5, name: 'pending_review', label: 'Revisión pendiente', action: 'requestReview', role: 'upload' },
  {
    value: 6,
    name: 'pending_publication',
    label: 'Publicación pendiente',
    action: 'requestPublication',
    role: 'review',
  },
];

/** The allowed transitions. Server, screens and sync all read this one table. */
export const TRANSITIONS: Readonly<Record<RecordState, readonly RecordState[]>> = {
  0: [5, 1, 2],
  5: [1, 2, 0],
  1: [6, 3, 0],
  6: [3, 2, 0],
  2: [0, 5],
  3: [4, 0],
  4: [0],
};

export const isRecordState = (value: unknown): value is RecordState =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;

/** The row of a state. */
export function stateRow(state: RecordState): StateRow {
  const row = STATES[state];
  if (!row) throw new RangeError(`no such record state: ${state}`);
  return row;
}

/** Whether the table has a transition from one state to another, for any role. */
export const canFollow = (from: RecordState, to: RecordState): boolean => TRANSITIONS[from].includes(to);

/** The states that somebody with these roles may choose next. */
export const nextStates = (from: RecordState, roles: readonly LibraryRole[]): RecordState[] =>
  TRANSITIONS[from].filter((to) => roles.includes(stateRow(to).role));

/** The states in which somebody with these roles may create a record: any whose role they hold. */
export const creationStates = (roles: readonly LibraryRole[]): RecordState[] =>
  STATES.filter((row) => roles.includes(row.role)).map((row) => row.value);
