import { z } from 'zod';
import { SCOPE_LABELS, type Scope } from '#shared/access/scopes.ts';
import { isRecordState, stateRow } from '#shared/access/states.ts';
import { visibleFace } from '#shared/access/visibility.ts';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { type Lookups, lookup } from '../access/names.queries.ts';
import { type AuditedRecord, type AuditRow, findAuditedRecords, findPurged } from './audit.queries.ts';
import { t } from './texts.ts';

/** A long text is cut to this many characters. */
const SHOWN = 300;
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
  const nameOf = (id: string): string | undefined => namedBy(names, id) ?? titleFor(actor, records.get(id));

  return rows.map((row) => {
    const [before, after] = [(row.before ?? {}) as Side, (row.after ?? {}) as Side];
    const target = targetOf(row, [before, after], { actor, records, purged, nameOf });
    const by = row.actor === null ? null : names.people.get(row.actor);
    return {
      _id: row.id,
      at: row.at.toISOString(),
      actor: row.actor === null ? null : (by ?? { _id: row.actor, firstname: '', lastname: '' }),
      action: row.action,
      target,
      changes: target.closed ? [] : changesOf(before, after, nameOf),
      ip: row.ip,
    };
  });
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

function targetOf(
  row: AuditRow,
  [before, after]: readonly [Side, Side],
  known: {
    actor: Actor;
    records: ReadonlyMap<string, AuditedRecord>;
    purged: ReadonlyMap<string, { title: string; scope: string | null }>;
    nameOf: (id: string) => string | undefined;
  },
): Target {
  const { actor, records, purged, nameOf } = known;
  const target = { type: row.target_type, _id: row.target_id };
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
  const written = [after.name, before.name, after.title, before.title].find(
    (name) => typeof name === 'string',
  );
  return {
    ...target,
    name: now ?? (written as string | undefined) ?? null,
    closed: false,
    there: now !== undefined,
  };
}

function changesOf(
  before: Side,
  after: Side,
  nameOf: (id: string) => string | undefined,
): AuditEvent['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const [was, is] = [before, after].map((side) => show(field, side[field], nameOf));
    return was === is ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
}

function show(field: string, value: unknown, nameOf: (id: string) => string | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number') {
    return field === 'state' && isRecordState(value) ? stateRow(value).label : String(value);
  }
  if (typeof value === 'string') {
    if (field === 'scope') return SCOPE_LABELS[value as Scope] ?? value;
    if (isId(value)) return nameOf(value) ?? '…';
    return cut(value);
  }
  if (Array.isArray(value)) {
    const each = value.flatMap((one) => show(field, one, nameOf) ?? []);
    return each.length > 0 ? cut(each.join(', ')) : null;
  }
  const parts = Object.entries(value).flatMap(([key, one]) => {
    const told = show(key, one, nameOf);
    return told === null ? [] : [`${key}: ${told}`];
  });
  return parts.length > 0 ? cut(parts.join('; ')) : null;
}

const cut = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
