import type { z } from 'zod';
import type { PartiesCreate, partiesCreated } from '#shared/contractors/contractors.schemas.ts';
import { parseRut } from '#shared/people/rut.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { customSentence } from '#shared/platform/texts/sentences.ts';
import { type Actor, ownAmong } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { createFolders } from '../documents/folders/create-folders.ts';
import { listFolders } from '../documents/folders/folders.queries.ts';
import { partyMade } from './contractors.hooks.ts';
import { findUsualParent, hasRut, insertParty } from './parties.queries.ts';
import { auditedFacts } from './party-audit.ts';
import { checkContractor, taken } from './party-rules.ts';
import { t } from './texts.ts';

type Made = z.infer<typeof partiesCreated>['items'][number];

/**
 * Makes parties, each with a folder of its own. One that is refused, for its name, its RUT or its contractor, does not
 * stop the others.
 * @throws not_found, archived, forbidden for all of them
 */
export async function makeParties(
  change: Change,
  caller: Actor,
  { kind, group, parent, items }: PartiesCreate,
): Promise<{ items: Made[] }> {
  if (!canSeeLibrary(caller, group)) throw notFound();
  // From here on nobody else takes a name or a RUT in this library.
  await lockLibraries(change, caller, ownAmong(caller, [group]));
  const place = parent === undefined ? await usualPlace(change, caller, group, kind) : parent;
  const made: Made[] = [];
  const good: number[] = [];
  const given = new Set<string>();
  const asked = items.map((item) => ({ ...item, rut: item.rut === null ? null : parseRut(item.rut) }));
  for (const [at, item] of asked.entries()) {
    const isRut = item.rut !== null || items[at]?.rut === null;
    const error = isRut
      ? await problemOf(change, caller, { kind, group, given }, item)
      : invalid('rut', customSentence('rut'));
    if (error) made[at] = { ok: false, error: error.body().error };
    else good.push(at);
    if (item.rut !== null) given.add(item.rut);
  }
  const named = good.map((at) => ({ parent: place, name: asked[at]?.name ?? '' }));
  // Judges the caller's role, also where nothing is left to make.
  const folders = await createFolders(change, caller, group, named);
  for (const [index, folder] of folders.entries()) {
    const at = good[index] ?? 0;
    const item = asked[at];
    if (!item || !folder.ok) {
      if (!folder.ok) made[at] = folder;
      continue;
    }
    const { name, ...facts } = item;
    const id = newId();
    await insertParty(change.trx, {
      ...{ id, organization: caller.organization, group_id: group, folder_id: folder.folder, kind },
      ...facts,
      ...{ created_by: caller.user, created_at: change.at },
    });
    change.audit({
      action: 'party.create',
      targetType: 'party',
      targetId: id,
      after: { party: kind, name, ...auditedFacts(facts) },
    });
    await change.tell(partyMade, { organization: caller.organization, party: id });
    made[at] = { ok: true, party: id, folder: folder.folder };
  }
  return { items: made };
}

async function problemOf(
  change: Change,
  actor: Actor,
  { kind, group, given }: Pick<PartiesCreate, 'kind' | 'group'> & { readonly given: ReadonlySet<string> },
  { rut, contractor }: PartiesCreate['items'][number],
): Promise<ApiError | null> {
  if (rut !== null && given.has(rut))
    return new ApiError('conflict', { rut: t('rutTwice') }, { message: t('rutTwice') });
  if (rut !== null && (await hasRut(change.trx, { group, kind, rut }))) return taken();
  try {
    await checkContractor(change.trx, actor, contractor);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Where the last one of its kind was made; else the folder of the kind at the library's top, made where there is none. */
async function usualPlace(
  change: Change,
  caller: Actor,
  group: string,
  kind: PartiesCreate['kind'],
): Promise<string | null> {
  const usual = await findUsualParent(change.trx, group, kind);
  if (usual !== undefined) return usual;
  const name = t(`folders.${kind}`);
  const all = await listFolders(change.trx, group);
  const there = all.find((each) => each.parent === null && each.name_key === clashKey(name));
  if (there) return there.id;
  const [folder] = await createFolders(change, caller, group, [{ parent: null, name }]);
  // A document at the top has that name.
  return folder?.ok ? folder.folder : null;
}
