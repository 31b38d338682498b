import type { ErrorCode } from '#shared/platform/errors.ts';
import { fileNameProblem, folderNameProblem } from '#shared/platform/files/names.ts';
import { isAllowedName } from '#shared/platform/files/refused-kinds.ts';
import type { KeptBlockedItem } from '../../ports/journal.ts';
import { expectedOf } from '../operations.ts';
import { isTooLarge, type LocalFile } from '../trees.ts';
import { createMissing } from './new-folders.ts';
import type { PlanDraft } from './plan-draft.ts';
import { planLateSave } from './plan-late-saves.ts';
import { noteOnlyHere } from './plan-started-over.ts';
import { willBeLeft } from './plan-waiting.ts';
import { type ServerPlace, serverPlaceOf } from './server-place.ts';

/** Decides for every local file that belongs to no record: it becomes one, or it is blocked with a reason. */
export function planNewFiles(draft: PlanDraft): void {
  let ofRecords: ReadonlySet<string> | undefined;
  for (const entry of draft.local.values()) {
    if (entry.kind !== 'file' || draft.idAt(entry.path) !== undefined) continue;
    if (draft.matched.backups.has(entry.path)) continue;
    if (!draft.options.busy.has(entry.identity)) {
      planNewFile(draft, entry);
      continue;
    }
    // A hard link to a record's file: it is the record that travels, and the link is decided after that.
    ofRecords ??= new Set([...draft.matched.entryOf.values()].map(({ identity }) => identity));
    if (ofRecords.has(entry.identity)) draft.leaveForLater();
  }
}

/**
 * Refusals that concern where a file was to go: the folder was deleted meanwhile, or its person had no right in it. All
 * others concern the file itself, and hold in a folder that does not exist yet: otherwise that folder is made on the
 * server for nothing, and again each time that somebody deletes it.
 */
const ABOUT_THE_PLACE: ReadonlySet<string> = new Set<ErrorCode>([
  'not_found',
  'invalid',
  'conflict',
  'forbidden',
  'archived',
]);

/** Whether the server would refuse it again: a refusal holds for these bytes, this name and this folder. */
function wouldBeRefusedAgain(
  { sha256, asked, detail, again }: KeptBlockedItem,
  entry: LocalFile,
  home: ServerPlace,
): boolean {
  if (again || sha256 !== entry.sha256) return false;
  if (asked === undefined) return true;
  if (asked.name !== entry.name) return false;
  return home.missing.length > 0 ? !ABOUT_THE_PLACE.has(detail ?? '') : asked.parent === home.parent;
}

/** Whether a new document gets labels there without its person. */
function isLabelled(draft: PlanDraft, { parent, library }: ServerPlace): boolean {
  const folder = draft.remote.get(parent);
  return folder?.kind === 'folder' ? folder.hasDefaultLabels : library.hasDefaultLabels;
}

function planNewFile(draft: PlanDraft, entry: LocalFile): void {
  const home = serverPlaceOf(draft, entry.path);
  if (!home) return;
  const blocked = draft.options.blocked.get(entry.identity);
  const labelled = isLabelled(draft, home);
  // It waited for labels, and its folder or its library gives it some now.
  const isFreed = blocked?.reason === 'new-file' && blocked.home !== undefined && labelled;
  if (blocked && !isFreed && (blocked.reason !== 'refused' || wouldBeRefusedAgain(blocked, entry, home))) {
    draft.block(entry.identity, blocked.reason, entry.path, blocked.recordId, blocked.detail);
    return;
  }
  if (entry.size === 0) {
    draft.block(entry.identity, 'empty', entry.path);
    return;
  }
  if (planLateSave(draft, entry)) return;
  // What was sorted already is its person's own.
  if (!blocked?.again && noteOnlyHere(draft, entry, home.libraryId)) return;
  if (!home.library.canUpload) {
    draft.block(entry.identity, 'no-role', entry.path);
    return;
  }
  const odd = home.missing.findIndex((name) => folderNameProblem(name) !== undefined);
  if (odd >= 0) {
    draft.blockFolder([home.outermost, ...home.missing.slice(1, odd + 1)].join('/'));
    return;
  }
  if (fileNameProblem(entry.name) !== undefined) {
    draft.block(entry.identity, 'name', entry.path);
    return;
  }
  if (entry.locked) {
    draft.block(entry.identity, 'locked', entry.path);
    return;
  }
  if (isTooLarge(entry)) {
    draft.block(entry.identity, 'refused', entry.path, undefined, 'too_large');
    return;
  }
  if (entry.sha256 === undefined || !entry.settled) {
    draft.unsettled = true;
    return;
  }
  const { path, size } = entry;
  const { parent, missing, libraryId: library } = home;
  const expected = expectedOf(entry, entry.sha256);
  // The server takes no programs, whatever else is in the folder: it is not made for them.
  if (missing.length > 0 && !isAllowedName(entry.name)) {
    draft.block(entry.identity, 'refused', path, undefined, 'file_kind' satisfies ErrorCode);
    return;
  }
  if (!labelled) {
    draft.add({ kind: 'announce', path, expected, home: { library, parent, missing, size } }, path);
    return;
  }
  if (missing.length > 0) createMissing(draft, home);
  // It may be a later save of the one that is being sent, which is known once both sides have that.
  else if (draft.isBeingMade(parent, entry)) draft.unsettled = true;
  else if (willBeLeft(draft, parent, entry.name)) draft.unsettled = true;
  else
    draft.add(
      { kind: 'create record', library, path, parent, expected, size, unfinished: entry.unfinished },
      path,
    );
}
