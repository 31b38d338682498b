import { z } from 'zod';
import { visibleFace } from '#shared/access/visibility.ts';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { fieldWords, valueWords } from '#shared/audit/audit-values.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { momentIn } from '../../platform/tables/table-file.ts';
import { type Lookups, lookup } from '../access/names.queries.ts';
import { type AuditedRecord, type AuditRow, findAuditedRecords, findPurged } from './audit.queries.ts';
import { findEmails, findNamesOfThings, type NamedThing } from './audit-names.queries.ts';
import { t } from './texts.ts';

/** A long text is cut to this many characters. */
const SHOWN = 300;
/** Stands for an id behind which no name is known any more. */
const UNNAMED = '…';
const uuid = z.uuid();
const isId = (value: unknown): value is string => uuid.safeParse(value).success;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Side = Readonly<Record<string, unknown>>;
type Target = AuditEvent['target'];

/** Every id in a side of an event, so that its name can be looked up. */
function idsIn(value: unknown): string[] {
  if (isId(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return isObject(value) ? Object.values(value).flatMap(idsIn) : [];
}

/** The trail's rows as an admin may read them, with names instead of ids. */
export async function presentAudit(
  executor: Executor,
  actor: Actor,
  rows: readonly AuditRow[],
): Promise<AuditEvent[]> {
  const records = await findAuditedRecords(executor, actor.organization, [
    ...new Set(rows.flatMap((row) => [row.target_id, ...idsIn(row.before), ...idsIn(row.after)])),
  ]);
  const gone = rows.filter((row) => row.target_type === 'record' && !records.has(row.target_id));
  const purged = await findPurged(executor, actor.organization, [
    ...new Set(gone.map((row) => row.target_id)),
  ]);
  const ids = [
    ...new Set(
      rows.flatMap((row) =>
        [row.actor, row.target_id, ...idsIn(row.before), ...idsIn(row.after)].filter(isId),
      ),
    ),
  ];
  const names = await lookup(executor, { people: ids, groups: ids, folders: ids, labels: ids, types: ids });
  const things = await findNamesOfThings(executor, actor.organization, ids);
  const emails = await findEmails(executor, actor.organization, [
    ...new Set([...names.people.keys(), ...rows.flatMap(({ actor: by }) => by ?? [])]),
  ]);
  /** What somebody had at a moment. */
  const emailOf = (id: string, at: Date): string | null =>
    emails.get(id)?.find(({ until }) => until === null || until >= at)?.email ?? null;
  const nameOf = (id: string): string | undefined =>
    namedBy(names, id) ?? titleFor(actor, records.get(id)) ?? wordsOf(things.get(id));

  return rows.map((row) => {
    const [before, after] = [(row.before ?? {}) as Side, (row.after ?? {}) as Side];
    const target = targetOf(row, [before, after], { actor, records, purged, nameOf, things });
    const told = (id: string): string | undefined => {
      const email = names.people.has(id) ? emailOf(id, row.at) : null;
      return email === null ? nameOf(id) : `${nameOf(id) ?? ''} (${email})`.trim();
    };
    const by = row.actor === null ? null : names.people.get(row.actor);
    return {
      _id: row.id,
      at: row.at.toISOString(),
      actor:
        row.actor === null
          ? null
          : { ...(by ?? { _id: row.actor, firstname: '', lastname: '' }), email: emailOf(row.actor, row.at) },
      action: row.action,
      target: row.target_type === 'user' ? { ...target, email: emailOf(row.target_id, row.at) } : target,
      changes: target.closed
        ? []
        : changesOf(before, after, { nameOf: told, timezone: actor.timezone }).map(({ field, ...sides }) => ({
            field: fieldOf(row.target_type, field),
            ...sides,
          })),
      ip: row.ip,
    };
  });
}

/** A version by its number, a due day by its obligation and day, what has a name by that. */
function wordsOf(thing: NamedThing | undefined): string | undefined {
  if (!thing) return undefined;
  if (thing.kind === 'version') return t('version', { number: thing.name });
  const day = thing.day && valueWords('due_on', thing.day);
  return day ? t('dueDay', { title: thing.name, day }) : thing.name;
}

function namedBy(names: Lookups, id: string): string | undefined {
  const person = names.people.get(id);
  if (person) return `${person.firstname} ${person.lastname}`.trim();
  const { groups, folders, labels, types } = names;
  return groups.get(id)?.name ?? folders.get(id)?.path ?? labels.get(id)?.name ?? types.get(id)?.name;
}

/**
 * What this admin may read of a document. What lies in the bin is judged by where it was
 * (docs/domain/roles-and-visibility.md).
 */
function faceFor(actor: Actor, record: AuditedRecord): 'working' | 'published' | null {
  return visibleFace(actor, { ...record, organization: actor.organization, deleted: false });
}

function titleFor(actor: Actor, record: AuditedRecord | undefined): string | undefined {
  const face = record && faceFor(actor, record);
  if (!face) return undefined;
  return face === 'working' ? record.title : (record.publishedTitle ?? undefined);
}

const placeOf = (thing: NamedThing | undefined): Target['within'] =>
  thing && (thing.group ?? thing.calendar) !== null
    ? { group: thing.group, folder: thing.folder, calendar: thing.calendar }
    : null;

const fullNameIn = ({ firstname, lastname }: Side): string | undefined =>
  typeof firstname === 'string' && typeof lastname === 'string'
    ? `${firstname} ${lastname}`.trim()
    : undefined;

function targetOf(
  row: AuditRow,
  [before, after]: readonly [Side, Side],
  known: {
    actor: Actor;
    records: ReadonlyMap<string, AuditedRecord>;
    purged: ReadonlyMap<string, { title: string; scope: string | null }>;
    nameOf: (id: string) => string | undefined;
    things: ReadonlyMap<string, NamedThing>;
  },
): Target {
  const { actor, records, purged, nameOf, things } = known;
  const target = { type: row.target_type, _id: row.target_id, email: null, within: null };
  if (row.target_type === 'record') {
    const record = records.get(row.target_id);
    if (record) {
      const face = faceFor(actor, record);
      const name = titleFor(actor, record) ?? null;
      // For a reader the name of the published snapshot, not the working copy's.
      return { ...target, name, closed: face !== 'working', there: face !== null && !record.binned };
    }
    const was = purged.get(row.target_id);
    // An admin could read it where it was public or internal, in any library.
    const open = actor.memberships.length > 0 && (was?.scope === 'public' || was?.scope === 'internal');
    return { ...target, name: open ? (was?.title ?? null) : null, closed: !open, there: false };
  }
  const now = nameOf(row.target_id);
  // What is gone has the name that was written with the event, a person in two fields.
  const written = [after, before]
    .flatMap((side) => [side.name, side.title, fullNameIn(side)])
    .find((name) => typeof name === 'string' && name !== '');
  return {
    ...target,
    name: now ?? (written as string | undefined) ?? null,
    closed: false,
    there: now !== undefined,
    within: placeOf(things.get(row.target_id)),
  };
}

/** What makes words of values: the names behind ids, and the time zone of moments. */
interface Words {
  readonly nameOf: (id: string) => string | undefined;
  readonly timezone: string;
}

function changesOf(before: Side, after: Side, words: Words): AuditEvent['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const [was, is] = [before, after].map((side) => show(field, side[field], words));
    // Two things whose names are not known any more read alike, and are two.
    const alike = was === is && (was !== UNNAMED || before[field] === after[field]);
    // Whom a change of a membership is about is the same before and after it.
    if (alike && field === 'user' && is) return [{ field, before: null, after: is }];
    return alike ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
}

/** The rights in the organization are called `groups` in a person's events, as libraries are elsewhere. */
const fieldOf = (targetType: string, field: string): string =>
  targetType === 'user' && field === 'groups' ? 'roles' : field;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text is a moment as JSON writes it, and one that there is: `2026-99-99T00:00:00Z` looks like one too. */
const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

function show(field: string, value: unknown, words: Words): string | null {
  const { nameOf, timezone } = words;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') return valueWords(field, value) ?? String(value);
  if (typeof value === 'string') {
    if (isId(value)) return nameOf(value) ?? UNNAMED;
    if (isMoment(value)) return momentIn(timezone, new Date(value));
    return valueWords(field, value) ?? cut(value);
  }
  if (Array.isArray(value)) {
    const each = value.flatMap((one) => show(field, one, words) ?? []);
    return each.length > 0 ? cut(each.join(', ')) : null;
  }
  const parts = Object.entries(value).flatMap(([key, one]) => {
    const told = show(key, one, words);
    return told === null ? [] : [`${fieldWords(key)}: ${told}`];
  });
  return parts.length > 0 ? cut(parts.join('; ')) : null;
}

const cut = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
