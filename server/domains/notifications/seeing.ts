import { type Face, visibleFace } from '#shared/access/visibility.ts';
import type { Executor } from '../../platform/db/change.ts';
import { invalid } from '../../platform/errors.ts';
import { type KnownViewer, loadViewers, loadVisible } from '../documents/faces/audience.queries.ts';
import { t } from './texts.ts';

/** Those of these people who see a record now, with the face that they see. */
export async function findSeeing(
  executor: Executor,
  record: string,
  people: readonly string[],
): Promise<{ viewer: KnownViewer; face: Face }[]> {
  const visible = (await loadVisible(executor, [record])).get(record);
  const viewers = await loadViewers(executor, people);
  return [...viewers.values()].flatMap((viewer) => {
    const face = visible ? visibleFace(viewer, visible) : null;
    return face ? [{ viewer, face }] : [];
  });
}

/** Those of these people who do not see the working copy of a record, and so none of its comments. */
export async function findWithoutWorkingCopy(
  executor: Executor,
  record: string,
  people: readonly string[],
): Promise<string[]> {
  const seeing = (await findSeeing(executor, record, people)).filter(({ face }) => face === 'working');
  const ids = new Set(seeing.map(({ viewer }) => viewer.user));
  return people.filter((id) => !ids.has(id));
}

/** @throws invalid where one of these people may not see the record */
export async function requireSeeing(
  executor: Executor,
  record: string,
  to: readonly string[],
): Promise<void> {
  const seeing = await findSeeing(executor, record, to);
  if (seeing.length < new Set(to).size) throw invalid('to', t('readers'));
}
