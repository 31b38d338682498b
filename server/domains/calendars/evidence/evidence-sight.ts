import { visibleFace } from '#shared/access/visibility.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { findServed } from '../../documents/versions/versions.queries.ts';
import { findBinned, findPurgedEvidence } from './evidence-sight.queries.ts';
import { findSeenTitles } from './occurrence-evidence.queries.ts';

/** A version of a document that is, or was, linked to a due day. */
export interface LinkedVersion {
  readonly record: string;
  readonly version: string;
  /** Who linked it: they saw it. */
  readonly by: string | null;
}

/**
 * What somebody may know of a linked document: `seen` with its title; `gone`, where they saw it until it was deleted and know
 * of it without its name; else nothing.
 */
export type Sight = { readonly kind: 'seen'; readonly title: string } | { readonly kind: 'gone' } | null;

/**
 * The one rule of whose evidence is whose to know (docs/domain/calendars.md): a version that its reader sees by the visibility
 * rule, or saw until its document was deleted. Sheet, history and what may be taken away ask this and nothing else.
 */
export async function evidenceSight(
  executor: Executor,
  actor: Actor,
  linked: readonly LinkedVersion[],
): Promise<(each: LinkedVersion) => Sight> {
  const records = [...new Set(linked.map(({ record }) => record))];
  const seen = await findSeenTitles(executor, actor, records);
  const served = await findServed(
    executor,
    linked.map(({ version }) => version),
  );
  const rest = records.filter((record) => !seen.has(record));
  const binned = await findBinned(executor, actor, rest);
  const purged = await findPurgedEvidence(executor, actor.organization, rest);
  return ({ record, version, by }) => {
    const found = seen.get(record);
    if (found) return found.working || served.has(version) ? { kind: 'seen', title: found.title } : null;
    const face = binned.get(record);
    if (face) return face.working || served.has(version) ? { kind: 'gone' } : null;
    const was = purged.get(record);
    if (!was) return null;
    const { organization } = actor;
    const author = { createdBy: by ?? '', authors: by === null ? [] : [by] };
    const read = visibleFace(actor, { ...was, ...author, organization, ready: true, deleted: false });
    return read && { kind: 'gone' };
  };
}
