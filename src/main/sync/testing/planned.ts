import { expect } from 'vitest';
import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import { match } from '../planner/matching/match.ts';
import type { Operation, Plan } from '../planner/operations.ts';
import { plan } from '../planner/planner.ts';
import type { PlannedLibrary, PlanOptions } from '../planner/rules/plan-options.ts';
import type {
  LocalEntry,
  LocalFile,
  LocalFolder,
  RemoteFolder,
  RemoteNode,
  RemoteRecord,
  SyncedFolder,
  SyncedNode,
  SyncedRecord,
} from '../planner/trees.ts';
import { baseName } from '../planner/trees.ts';
import type { BlockedItem, KeptBlockedItem } from '../ports/journal.ts';

export const ROOT = 'Org/Calidad';
export const LIBRARY = 'lib';
export const OBRAS = `${ROOT}/Obras`;
/** Where the document of `remote`, `synced` and `local` lies, unless they are told another name. */
export const PATH = `${ROOT}/Acta.docx`;

/** What the three trees have; nothing by default. */
export interface Setting {
  remote?: RemoteNode[];
  synced?: SyncedNode[];
  local?: LocalEntry[];
  options?: Partial<PlanOptions>;
  library?: Partial<PlannedLibrary>;
  /** Beside that one, by their ids; their folders have those names. */
  others?: Record<string, Partial<PlannedLibrary>>;
  gone?: string[];
}

/** Matches the trees of a setting and plans for them. */
export function planOf({ remote = [], synced = [], local = [], gone = [], ...more }: Setting): Plan {
  const usual = { canUpload: true, hasDefaultLabels: true, settledOnce: true, left: false };
  const others = Object.entries(more.others ?? {});
  const libraries = new Map<string, PlannedLibrary>([
    [LIBRARY, { path: ROOT, ...usual, ...more.library }],
    ...others.map(([id, each]) => [id, { path: `Org/${id}`, ...usual, ...each }] as const),
  ]);
  const syncedTree = new Map(synced.map((node) => [node.id, node]));
  const localTree = new Map(local.map((entry) => [entry.path, entry]));
  const matched = match(syncedTree, localTree, { libraries, stableIdentity: true });
  return plan(new Map(remote.map((node) => [node.id, node])), syncedTree, localTree, {
    libraries,
    matched,
    onlineOnly: new Map(),
    onlineOnlyByDefault: false,
    busy: new Set(),
    blocked: new Map(),
    goneSettled: new Set(gone),
    ...more.options,
  });
}

/** A setting, and what is planned for it; nothing by default. */
export interface PlannedCase {
  readonly name: string;
  readonly setting: Setting;
  readonly batch?: Operation[];
  readonly blocked?: BlockedItem[];
  readonly unsettled?: boolean;
}

export function expectPlanned({ setting, batch = [], blocked = [], unsettled = false }: PlannedCase): void {
  const made = planOf(setting);
  expect(made.batch).toEqual(batch);
  expect(made.blocked).toEqual(blocked);
  expect(made.unsettled).toBe(unsettled);
}

/** What is planned, in short; nothing by default. */
export interface PlanSummary {
  readonly batch?: readonly Operation[];
  /** Reason, path and id of the node. */
  readonly blocked?: readonly (readonly [string, string, string | undefined])[];
  readonly unsettled?: boolean;
}

export function expectPlanSummary(
  _name: string,
  setting: Setting,
  { batch = [], blocked = [], unsettled = false }: PlanSummary,
): void {
  const made = planOf(setting);
  expect(made.batch).toEqual(batch);
  expect(made.blocked.map(({ reason, path, recordId }) => [reason, path, recordId])).toEqual(blocked);
  expect(made.unsettled).toBe(unsettled);
}

/** A move on the disk. */
export const onDisk = (from: string, to: string, id = 'r1'): Operation => ({
  kind: 'move local',
  id,
  from,
  to,
});

export const remote = (version: string, more: Partial<RemoteRecord> = {}): RemoteRecord => ({
  kind: 'record',
  id: 'r1',
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Acta.docx',
  version: { id: version, number: 1, sha256: `sha-${version}`, size: 3 },
  writable: true,
  rev: 1,
  ...more,
});
export const synced = (version: string, more: Partial<SyncedRecord> = {}): SyncedRecord => ({
  kind: 'record',
  id: 'r1',
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Acta.docx',
  versionId: version,
  sha256: `sha-${version}`,
  size: 3,
  identity: 'i1',
  stamp: 's1',
  writable: true,
  stopped: false,
  unsure: false,
  ...more,
});
export const local = (content: string, more: Partial<LocalFile> = {}): LocalFile => {
  const path = more.path ?? PATH;
  return {
    kind: 'file',
    path,
    name: baseName(path),
    identity: 'i1',
    stamp: 's1',
    size: 3,
    sha256: `sha-${content}`,
    settled: true,
    locked: false,
    ...more,
  };
};
export const kinds = (batch: readonly Operation[]) => batch.map((operation) => operation.kind);

/** `Obras` in the library, as the server has it. */
export const remoteFolder = (more: Partial<RemoteFolder> = {}): RemoteFolder => ({
  kind: 'folder',
  id: 'f1',
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Obras',
  hasDefaultLabels: true,
  ...more,
});
export const syncedFolder = (more: Partial<SyncedFolder> = {}): SyncedFolder => ({
  kind: 'folder',
  id: 'f1',
  library: LIBRARY,
  parent: LIBRARY,
  name: 'Obras',
  identity: 'if1',
  stopped: false,
  ...more,
});
export const localFolder = (more: Partial<LocalFolder> = {}): LocalFolder => {
  const path = more.path ?? `${ROOT}/Obras`;
  return { kind: 'folder', path, name: baseName(path), identity: 'if1', ...more };
};

/** `Obras`, which the server has no more and which could not be removed here. */
export const leftBehind: KeptBlockedItem = {
  key: 'if1',
  reason: 'left-behind',
  path: OBRAS,
  detail: 'EBUSY',
  localId: 'l',
};

/** That document, the same on both sides. */
export const both: Setting = { remote: [remote('v1')], synced: [synced('v1')], local: [local('v1')] };

/** A file larger than any version may be. Such a file is not read: it has no hash. */
export const tooLarge = { size: UPLOAD_LIMIT_BYTES + 1, sha256: undefined };
