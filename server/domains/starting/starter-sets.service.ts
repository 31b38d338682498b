import { addMonths, type Day } from '#shared/platform/days.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import { ITEM_KINDS, type ItemKind, type SetKey, withNeeded } from '#shared/starting/starter-set.ts';
import type {
  StarterItem,
  StarterSetApplied,
  StarterSetApply,
  StarterSetPreview,
} from '#shared/starting/starting.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import { type Change, joinedTo } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { refreshActor } from '../access/viewers.queries.ts';
import { findGroups } from '../libraries/groups.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { type Existing, findExisting, stateOf } from './existing.ts';
import { createSetMaker } from './make-set.ts';
import { itemsOf, type SetItem } from './set-items.ts';
import { SETS } from './sets/sets.ts';
import { t } from './texts.ts';

/** The first day of the next month: nothing is due, and no folder fails, on the day on which a set is made. */
const nextMonth = (today: Day): Day => addMonths(`${today.slice(0, 7)}-01`, 1);

/** Starter sets: what a kind of company begins with. The routes require an admin. */
export function createStarterSetsService(deps: Deps) {
  const { db, changes, now } = deps;

  const openLibraries = async (executor: Deps['db'], { organization }: Actor) =>
    (await findGroups(executor, organization, null))
      .filter(({ archived_at }) => archived_at === null)
      .map(({ id, name }) => ({ _id: id, name }))
      .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));

  /** Reads the actor again, behind the organization's lock. @throws disabled, forbidden */
  const admin = async ({ trx }: Change, actor: Actor): Promise<Actor> => {
    const still = await refreshActor(trx, actor);
    if (!still) throw new ApiError('disabled');
    if (!still.isAdmin) throw new ApiError('forbidden');
    return still;
  };

  return {
    list: () => Object.values(SETS).map(({ key, name, description }) => ({ key, name, description })),

    async preview(actor: Actor, key: SetKey): Promise<StarterSetPreview> {
      const { name, description } = SETS[key];
      const items = itemsOf(SETS[key]);
      const existing = await findExisting(db, actor, items);
      return {
        ...{ key, name, description },
        items: items.map((item) => present(item, existing)),
        startsOn: nextMonth(todayOf(actor, now())),
        libraries: await openLibraries(db, actor),
      };
    },

    /**
     * Makes what was chosen, with what it needs, in one transaction. What is there already stays as it is, so the same
     * call twice, or by two admins at once, makes nothing twice.
     * @throws invalid for an item that cannot be made; what the services of its kind throw
     */
    apply: (caller: Actor, key: SetKey, body: StarterSetApply): Promise<StarterSetApplied> =>
      changes.run(caller, async (change) => {
        // Names are compared behind this lock: everything that makes one takes it first.
        await lockOrganization(change.trx, caller.organization);
        const actor = await admin(change, caller);
        const items = itemsOf(SETS[key]);
        const existing = await findExisting(change.trx, actor, items);
        const { library } = body;
        const open = await openLibraries(change.trx, actor);
        if (library !== null && !open.some(({ _id }) => _id === library)) {
          throw invalid('library', t('library'));
        }
        const wanted = chosenOf(items, existing, body.items);
        const others = new Map(body.others.map(({ item, responsible }) => [item, responsible]));
        const ids = new Map(existing.ids);
        const make = createSetMaker(
          { ...deps, db: change.trx, changes: joinedTo(change) },
          ids,
          existing.narrow,
          {
            startsOn: body.startsOn,
            library,
            responsibleOf: (item) => others.get(item) ?? (others.has(item) ? null : body.responsible),
          },
          actor,
          () => admin(change, caller),
        );
        for (const item of wanted) {
          await make(item, placesOf(items, item, ids, library)).catch((error: unknown) => {
            throw naming(item, error);
          });
        }
        const made = (kind: ItemKind) => wanted.filter((item) => item.kind === kind);
        const named = (kind: ItemKind) =>
          made(kind).map((item) => ({ _id: ids.get(item.key) ?? '', name: item.name }));
        return {
          made: Object.fromEntries(ITEM_KINDS.map((kind) => [kind, made(kind).length])) as Record<
            ItemKind,
            number
          >,
          libraries: named('library'),
          calendars: named('calendar'),
        };
      }),
  };
}

/** The items to make, in their order. @throws invalid for one that is unknown, or that its library does not take */
function chosenOf(items: readonly SetItem[], existing: Existing, keys: readonly string[]): SetItem[] {
  const known = new Set(items.map(({ key }) => key));
  const strange = keys.findIndex((key) => !known.has(key));
  if (strange >= 0) throw invalid(`items.${strange}`, t('unknown'));
  const states = items.map(({ key, needs }) => ({ key, needs, state: stateOf(existing, key) }));
  const all = withNeeded(states, keys);
  const closed = items.find(({ key }) => all.has(key) && existing.closed.has(key));
  if (closed) throw invalid('items', t('closed', { name: closed.name }));
  return items.filter(({ key }) => all.has(key));
}

/** Says which of many folders has no place: a document of a library has its name there. */
const naming = ({ kind, name }: SetItem, error: unknown): unknown =>
  kind === 'folder' && error instanceof ApiError && error.code === 'name_taken'
    ? new ApiError('name_taken', undefined, { message: t('taken', { name }) })
    : error;

/** The libraries that a new calendar is about: those where its obligations are shown. */
function placesOf(
  items: readonly SetItem[],
  calendar: SetItem,
  ids: ReadonlyMap<string, string>,
  library: string | null,
): string[] {
  if (library !== null) return [library];
  const folders = new Set(
    items.flatMap((item) =>
      item.kind === 'obligation' && item.calendar === calendar.key && ids.has(item.folder)
        ? [item.folder]
        : [],
    ),
  );
  const libraries = items.flatMap((item) =>
    item.kind === 'folder' && folders.has(item.key) ? (ids.get(item.library) ?? []) : [],
  );
  return [...new Set(libraries)];
}

function present(item: SetItem, existing: Existing): StarterItem {
  const { key, name, within } = item;
  const head = { key, name, within, needs: [...item.needs], state: stateOf(existing, key) };
  switch (item.kind) {
    case 'type': {
      const { code, years, from, basis, reviewMonths } = item.type;
      return {
        ...head,
        ...{ kind: 'type', code, reviewMonths, retentionFrom: from, retentionBasis: basis },
        retentionMonths: years === null ? null : years * 12,
      };
    }
    case 'label':
      return { ...head, kind: 'label', icon: item.icon };
    case 'folder':
      return { ...head, kind: 'folder' };
    case 'rule': {
      const { code, type, appliesTo, periodicity, severity, legalBasis } = item.rule;
      return { ...head, kind: 'rule', code, type: type.name, appliesTo, periodicity, severity, legalBasis };
    }
    case 'obligation': {
      const { authority, legalBasis, recurrence, place } = item.obligation;
      return { ...head, kind: 'obligation', authority, legalBasis, recurrence, place };
    }
    default:
      return { ...head, kind: item.kind, description: item.description };
  }
}
