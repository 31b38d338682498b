import { ERRORS } from '#shared/platform/errors.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { own } from '#shared/platform/own.ts';
import { downloadPath } from '../engine/layout.ts';
import { syncedRecord, type Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { type FileEntry, FilesError } from '../ports/files.ts';
import { RemoteError, WRONG_BYTES } from '../ports/remote.ts';
import type { Claim } from './disk-room.ts';
import { forEachComing, forEachLimited } from './limited.ts';
import { dropOwn } from './removal.ts';

export type Download = OperationOf<'download'>;

/** A version to download, and whether its steps are reported to the screens. */
export interface Wanted {
  readonly operation: Download;
  readonly opId: string;
  readonly told: boolean;
}

/** A version whose bytes are complete, checked and flushed under their temporary name. */
export interface Fetched {
  readonly wanted: Wanted;
  /** The file as it was checked. */
  readonly entry: FileEntry;
}

export interface Fetching {
  readonly fetched: readonly Fetched[];
  readonly failed: readonly { readonly wanted: Wanted; readonly error: unknown }[];
}

const AT_ONCE = 8;

/**
 * Fetches versions: small ones in bundles, the others a few at a time. One that fails does not stop the rest. One that
 * does not fit on the disk is not begun.
 */
export async function fetchAll(work: Work, all: readonly Wanted[]): Promise<Fetching> {
  const fetched: Fetched[] = [];
  const failed: { wanted: Wanted; error: unknown }[] = [];
  const settled = new Set<Wanted>();
  let silence: unknown;
  const settle = async (wanted: Wanted, fetching: Promise<FileEntry | undefined>): Promise<void> => {
    try {
      const entry = await fetching;
      if (!entry) return;
      fetched.push({ wanted, entry });
    } catch (error) {
      if (isSilence(error)) silence = error;
      failed.push({ wanted, error });
      if (isFull(error)) await dropOwn(work.files, downloadPath(wanted.operation.version.id));
    }
    settled.add(wanted);
  };
  const claims = await claimRoom(work, all, failed);
  const fitting = [...claims.keys()];
  try {
    for (const bundle of bundlesOf(fitting)) {
      try {
        await forEachComing(wholeVersions(work, bundle), AT_ONCE, ({ wanted, bytes }) =>
          settle(wanted, keepWhole(work, wanted.operation, bytes)),
        );
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        // Refused, or broken off at a file that the server cannot read: one by one, each gets an answer of its own.
        if (isSilence(error)) break;
      }
    }
    const rest = fitting.filter((wanted) => !settled.has(wanted));
    await forEachLimited(rest, AT_ONCE, async (wanted) => {
      if (silence) failed.push({ wanted, error: silence });
      else await settle(wanted, fetchOne(work, wanted, claims.get(wanted)));
    });
  } finally {
    for (const claim of claims.values()) claim.end();
  }
  return { fetched, failed };
}

/** Claims room for what has still to come of each. Those for which there is none have failed. */
async function claimRoom(
  work: Work,
  all: readonly Wanted[],
  failed: { wanted: Wanted; error: unknown }[],
): Promise<Map<Wanted, Claim>> {
  const needs: { path: string; bytes: number; replaces: number }[] = [];
  for (const { operation } of all) {
    const path = downloadPath(operation.version.id);
    const have = (await work.files.stat(path))?.size ?? 0;
    const replaces = operation.expected ? (syncedRecord(work, operation.id)?.size ?? 0) : 0;
    needs.push({ path, bytes: Math.max(0, operation.version.size - have), replaces });
  }
  const claims = new Map<Wanted, Claim>();
  const answers = await work.room.claim(needs);
  for (const [at, wanted] of all.entries()) {
    const answer = answers[at];
    if (answer instanceof FilesError) failed.push({ wanted, error: answer });
    else if (answer) claims.set(wanted, answer);
  }
  return claims;
}

const isFull = (error: unknown): boolean => error instanceof FilesError && error.code === 'full';

/** Whether nothing answers, or something that is not our server: the next call would fail the same way. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false;
  return error.kind === 'unauthorized' || (error.kind === 'offline' && !own(ERRORS, error.code));
}

/** Groups small ones for bundles; a single one is fetched by itself. */
function bundlesOf(all: readonly Wanted[]): Wanted[][] {
  const bundles: Wanted[][] = [];
  let room = 0;
  for (const wanted of all) {
    const { size } = wanted.operation.version;
    if (size > BUNDLE_MAX.fileBytes) continue;
    const last = bundles.at(-1);
    if (last && last.length < BUNDLE_MAX.files && size <= room) last.push(wanted);
    else {
      bundles.push([wanted]);
      room = BUNDLE_MAX.bytes;
    }
    room -= size;
  }
  return bundles.filter((bundle) => bundle.length > 1);
}

async function* wholeVersions(work: Work, bundle: readonly Wanted[]) {
  const byVersion = new Map(bundle.map((wanted) => [wanted.operation.version.id, wanted]));
  const versions = bundle.map(({ operation }) => operation.version);
  for await (const { id, bytes } of work.remote.contents(versions, { signal: work.signal })) {
    const wanted = byVersion.get(id);
    if (wanted) yield { wanted, bytes };
  }
}

/** @returns `undefined` for wrong bytes, which are fetched once more by themselves */
async function keepWhole(
  work: Work,
  { version, writable }: Download,
  bytes: Uint8Array,
): Promise<FileEntry | undefined> {
  const { sha256, entry } = await work.files.keep(downloadPath(version.id), bytes, writable);
  return sha256 === version.sha256 ? entry : undefined;
}

/**
 * Fetches a version's bytes by a call of its own, from where an earlier attempt stopped.
 * @returns `undefined` where somebody has removed the file meanwhile: it is fetched again with the next plan
 */
async function fetchOne(
  work: Work,
  { operation, opId, told }: Wanted,
  claim: Claim | undefined,
): Promise<FileEntry | undefined> {
  const { version, writable } = operation;
  const path = downloadPath(version.id);
  for (let attempt = 0; ; attempt += 1) {
    const have = (await work.files.stat(path))?.size ?? 0;
    if (have < version.size || have > version.size || version.size === 0) {
      const offset = have < version.size ? have : 0;
      const options = {
        signal: work.signal,
        onProgress(bytes: number) {
          claim?.noteWritten(bytes - have);
          const progress = Math.min(99, Math.floor((bytes / Math.max(1, version.size)) * 100));
          if (told) work.reporter.step({ type: 'downloading', opId, versionId: version.id, progress });
        },
      };
      await work.files.write(path, offset, work.remote.content(version, offset, options));
    }
    const { sha256 } = await work.files.hash(path);
    if (sha256 === version.sha256) break;
    await dropOwn(work.files, path);
    // What an earlier attempt left may be damaged. If a whole download is wrong, the server has a problem.
    if (attempt > 0 || have === 0) throw new RemoteError('mismatch', WRONG_BYTES, '');
  }
  await work.files.setWritable(path, writable);
  await work.files.syncFile(path);
  return work.files.stat(path);
}
