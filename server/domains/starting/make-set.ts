import { calendarCreate, obligationCreate } from '#shared/calendars/calendars.schemas.ts';
import { ruleCreate } from '#shared/compliance/compliance.schemas.ts';
import { folderCreate } from '#shared/documents/folders.schemas.ts';
import { typeCreate } from '#shared/labels/document-types.schemas.ts';
import { labelCreate } from '#shared/labels/labels.schemas.ts';
import { libraryCreate } from '#shared/libraries/groups.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCalendarsService } from '../calendars/calendars.service.ts';
import { createRulesService } from '../compliance/rules.service.ts';
import { createFoldersService } from '../documents/folders/folders.service.ts';
import { createDocumentTypesService } from '../labels/document-types.service.ts';
import { createLabelsService } from '../labels/labels.service.ts';
import { createGroupsService } from '../libraries/groups.service.ts';
import type { SetItem, SetItemOf } from './set-items.ts';
import type { SetType } from './sets/set.ts';

/** The roles of whoever makes a library by a set: they go on to fill it. */
const MAKER_ROLES = ['upload', 'review', 'publish'] as const;

/** What is chosen beside the items themselves. */
export interface Choices {
  readonly startsOn: Day;
  /** The library that shows the obligations; null for the folders of the set. */
  readonly library: string | null;
  readonly responsibleOf: (key: string) => string | null;
}

const nothing = { retention: 'none', retentionMonths: null } as const;

/** A type of a set as the call that makes one takes it. */
export const typeBody = ({ name, code, years, from, basis, reviewMonths }: SetType) =>
  typeCreate.parse({
    ...{ name, code, reviewMonths, retentionFrom: from, retentionBasis: basis },
    ...(years === null ? nothing : { retention: 'period', retentionMonths: years * 12 }),
  });

/** A rule of a set, in its folder. It asks for something from a day on. */
export const ruleBody = (
  { rule }: SetItemOf<'rule'>,
  at: { readonly folder: string; readonly documentType: string },
  startsOn: Day,
) => {
  const { type: _type, ...fields } = rule;
  return ruleCreate.parse({
    ...fields,
    ...{ folder: at.folder, startsOn, match: { documentType: at.documentType } },
  });
};

/** An obligation of a set, in its calendar. */
export const obligationBody = (
  { obligation }: SetItemOf<'obligation'>,
  at: {
    readonly calendar: string;
    readonly folder: string | null;
    readonly group: string | null;
    readonly documentType: string | null;
    readonly responsible: string | null;
  },
  startsOn: Day,
) => {
  const { type: _type, place: _place, leadDays, ...fields } = obligation;
  return obligationCreate.parse({ ...fields, leadDays: [...leadDays], ...at, startsOn });
};

/**
 * Makes items of a set, in their order, by the services that make each of them one by one: what they check, audit and
 * announce holds here too.
 * @param deps the kernel's, in the running change (`joinedTo`)
 * @param ids what there is of the set already, by the items' keys; what is made is added
 * @param caller the caller, as they are behind the organization's lock
 * @param refreshed the same with the libraries that this change has made them a member of
 */
export function createSetMaker(
  deps: Deps,
  ids: Map<string, string>,
  narrow: ReadonlySet<string>,
  choices: Choices,
  caller: Actor,
  refreshed: () => Promise<Actor>,
) {
  let actor = caller;
  const services = {
    types: createDocumentTypesService(deps),
    labels: createLabelsService(deps),
    groups: createGroupsService(deps),
    folders: createFoldersService(deps),
    rules: createRulesService(deps),
    calendars: createCalendarsService(deps),
  };
  const known = (key: string): string => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`nothing was made of ${key}`);
    return id;
  };
  const defaults = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => (narrow.has(key) ? [] : (ids.get(key) ?? [])));

  return async function make(item: SetItem, groups: readonly string[]): Promise<void> {
    const { key, name } = item;
    switch (item.kind) {
      case 'type':
        ids.set(key, (await services.types.create(actor, typeBody(item.type)))._id);
        return;
      case 'label': {
        const parent = item.within === null ? null : known(item.within);
        const body = labelCreate.parse({ name, icon: item.icon, parent });
        ids.set(key, (await services.labels.create(actor, body))._id);
        return;
      }
      case 'library': {
        const members = [{ user: actor.user, roles: [...MAKER_ROLES] }];
        const { description } = item;
        const body = libraryCreate.parse({
          ...{ name, description, members, defaultLabels: defaults(item.labels) },
        });
        ids.set(key, (await services.groups.create(actor, body))._id);
        actor = await refreshed();
        return;
      }
      case 'folder': {
        const labels = defaults(item.labels);
        const body = folderCreate.parse({
          ...{ name, group: known(item.library) },
          parent: item.within === item.library ? null : known(item.within ?? ''),
          // Without labels of its own it starts with those of what it lies in.
          ...(labels.length > 0 ? { defaultLabels: labels } : {}),
        });
        ids.set(key, (await services.folders.create(actor, body))._id);
        return;
      }
      case 'rule': {
        const [folder = '', documentType = ''] = item.needs.map(known);
        const body = ruleBody(item, { folder, documentType }, choices.startsOn);
        ids.set(key, (await services.rules.create(actor, body))._id);
        return;
      }
      case 'calendar': {
        const body = calendarCreate.parse({ name, description: item.description, groups });
        ids.set(key, (await services.calendars.create(actor, body))._id);
        return;
      }
      case 'obligation': {
        const [calendar = '', documentType = null] = item.needs.map(known);
        const folder = choices.library === null ? (ids.get(item.folder) ?? null) : null;
        const responsible = choices.responsibleOf(key);
        // Its own, because a calendar that is there already keeps the libraries that it has.
        const group = choices.library;
        const at = { calendar, folder, group, documentType, responsible };
        const body = obligationBody(item, at, choices.startsOn);
        ids.set(key, (await services.calendars.addObligation(actor, body))._id);
      }
    }
  };
}
