import { STATE } from '#shared/access/states.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';

const DECIDED: ReadonlySet<number> = new Set([
  STATE.approved,
  STATE.rejected,
  STATE.published,
  STATE.obsolete,
]);

/**
 * The version that a reviewer compares with: what readers see, else the last one that somebody decided about, else the one
 * before. `undefined` for a document's first version.
 */
export function baselineOf(version: string | undefined, all: readonly Version[]): Version | undefined {
  const reviewed = all.find(({ _id }) => _id === version);
  if (!reviewed) return undefined;
  const number = reviewed.number ?? 0;
  const older = all
    .filter((each) => each.status === 'ready' && each.number !== null && each.number < number)
    .sort((one, other) => (other.number ?? 0) - (one.number ?? 0));
  return (
    older.find((each) => each.published) ??
    older.find((each) => !each.conflict && !each.discarded && DECIDED.has(each.state)) ??
    older.find((each) => !each.conflict && !each.discarded) ??
    older[0]
  );
}
