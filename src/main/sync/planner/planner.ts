import type { Plan } from './operations.ts';
import { PlanDraft } from './rules/plan-draft.ts';
import { planEmptyFolders } from './rules/plan-empty-folders.ts';
import { planFolders } from './rules/plan-folders.ts';
import { planImpossible } from './rules/plan-impossible.ts';
import { planNewFiles } from './rules/plan-new-files.ts';
import type { PlanOptions } from './rules/plan-options.ts';
import { planRecords } from './rules/plan-records.ts';
import { planOnlyHere } from './rules/plan-started-over.ts';
import type { LocalTree, RemoteTree, SyncedTree } from './trees.ts';

/**
 * Compares the three trees and plans what is to be done. No I/O and no clock: the same trees give the same plan. An
 * operation that must wait for another is left for the next plan, so that a batch commutes.
 */
export function plan(remote: RemoteTree, synced: SyncedTree, local: LocalTree, options: PlanOptions): Plan {
  const draft = new PlanDraft(remote, synced, local, options);
  planFolders(draft);
  planImpossible(draft);
  planRecords(draft);
  planNewFiles(draft);
  planOnlyHere(draft);
  planEmptyFolders(draft);
  return draft.result();
}
