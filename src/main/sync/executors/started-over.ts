import type { Work } from '../engine/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { parentPath } from '../planner/trees.ts';
import { stillThere } from './aside.ts';

/** What was found in a folder that a backup or a copy brought. */

/** Moves a file with a document's bytes to the document's place, where the next plan knows it. */
export async function takeFound(work: Work, { from, to, expected }: OperationOf<'take'>): Promise<void> {
  if (!(await stillThere(work, from, expected))) return;
  await work.files.move(from, to);
  await work.files.syncFolder(parentPath(to));
  work.touched(parentPath(from));
  work.touched(parentPath(to));
}

/** Notes that a file waits for its person. */
export function keepFound(work: Work, { path, identity }: OperationOf<'keep'>): void {
  const item = { key: identity, reason: 'only-here', path, localId: work.newId() } as const;
  work.memory.commit([{ type: 'blocked', item }]);
}
