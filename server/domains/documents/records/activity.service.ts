import { z } from 'zod';
import { SCOPE_LABELS, type Scope } from '#shared/access/scopes.ts';
import { isRecordState } from '#shared/access/states.ts';
import type { ActivityItem, activityPage, activityQuery } from '#shared/documents/activity.schemas.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notFound } from '../../../platform/errors.ts';
import { momentCursor, readMomentCursor } from '../../../platform/lists/moment-cursor.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { type Lookups, lookup } from '../../access/names.queries.ts';
import { findSeen } from '../faces/faces.queries.ts';
import { findVersions } from '../versions/versions.queries.ts';
import { type ActivityRow, findActivity, findFirstSender } from './activity.queries.ts';

/** The part of an event's details that is shown; events with other details are shown without them. */
const ids = z.array(z.uuid()).catch([]);
const text = z.string().nullable().catch(null);
const told = z.object({
  title: text,
  name: text,
  notes: text,
  labels: ids,
  document_type: text,
  code: text,
  date: text,
  issued_on: text,
  valid_from: text,
  expires_on: text,
  next_review_on: text,
  scope: text,
  authors: ids,
  group: text,
  folder: text,
  version: text,
  number: z.number().int().nullable().catch(null),
  state: z.number().nullable().catch(null),
  comment: z.string().catch(''),
  outcome: text,
  to: ids,
});
type Told = z.output<typeof told>;

const FIELDS = [
  ['title', 'title'],
  ['name', 'name'],
  ['notes', 'notes'],
  ['labels', 'labels'],
  ['document_type', 'documentType'],
  ['code', 'code'],
  ['date', 'date'],
  ['issued_on', 'issuedOn'],
  ['valid_from', 'validFrom'],
  ['expires_on', 'expiresOn'],
  ['next_review_on', 'nextReviewOn'],
  ['scope', 'scope'],
  ['authors', 'authors'],
] as const satisfies readonly (readonly [keyof Told, ActivityItem['changes'][number]['field']])[];

/** A long text is cut to this many characters. */
const SHOWN = 200;

export function createActivityService({ db }: Pick<Deps, 'db'>) {
  return {
    /**
     * What happened to a record. Whoever sees the working copy is told everything; readers, when it was published or
     * taken back. Nobody is told from which address somebody came.
     * @throws not_found
     */
    async page(
      actor: Actor,
      record: string,
      { cursor, limit = PAGE.default }: z.output<typeof activityQuery>,
    ): Promise<z.input<typeof activityPage>> {
      const after = readMomentCursor(cursor);
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      const rows = await findActivity(db, actor.organization, record, {
        publishedOnly: seen.face.face !== 'working',
        after,
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const events = shown.map((row) => ({ row, before: read(row.before), after: read(row.after) }));
      const sides = events.flatMap(({ before, after: now }) => [before, now]);
      const names = await lookup(db, {
        people: [
          ...shown.flatMap((row) => row.actor ?? []),
          ...sides.flatMap((side) => [...side.authors, ...side.to]),
        ],
        labels: sides.flatMap((side) => side.labels),
        types: sides.map((side) => uuid(side.document_type)),
        // Libraries and folders that the actor does not know get no name.
        groups: sides.flatMap((side) => known(actor, side.group) ?? []),
        folders: sides.map((side) => (known(actor, side.group) ? uuid(side.folder) : null)),
      });
      const versions = await findVersions(
        db,
        sides.flatMap((side) => uuid(side.version) ?? []),
      );
      const numbers = new Map(versions.map((row) => [row.id, row.number]));
      const senders = new Map(versions.map((row) => [row.id, row.sender]));
      const firstSender = shown.some(isOfNobody) ? await findFirstSender(db, record) : null;
      const senderOf = (row: ActivityRow, { version }: Told): string | null =>
        isOfNobody(row) ? (version === null ? firstSender : (senders.get(version) ?? null)) : null;
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: events.map(({ row, before, after: now }) => ({
          ...present(row, before, now, names, numbers),
          sender: senderOf(row, now),
        })),
        nextCursor: last ? momentCursor(last.at, last.id) : null,
      };
    },
  };
}

/** A document or a version that nobody of the organization brought. */
const isOfNobody = ({ actor, action }: ActivityRow): boolean =>
  actor === null && (action === 'record.create' || action === 'version.confirm');

const read = (side: unknown): Told => told.parse(side ?? {});
const uuid = (value: string | null): string | null => (z.uuid().safeParse(value).success ? value : null);
const known = (actor: Actor, group: string | null): string | null =>
  group !== null && canSeeLibrary(actor, group) ? uuid(group) : null;

function present(
  row: ActivityRow,
  before: Told,
  after: Told,
  names: Lookups,
  numbers: ReadonlyMap<string, number | null>,
): Omit<ActivityItem, 'sender'> {
  const person = (id: string) => names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };
  const version = after.number ?? numbers.get(after.version ?? before.version ?? '') ?? null;
  return {
    _id: row.id,
    kind: row.action as ActivityItem['kind'],
    by: row.actor === null ? null : person(row.actor),
    at: row.at.toISOString(),
    version,
    state: after.state !== null && isRecordState(after.state) ? after.state : null,
    comment: after.comment,
    conflict: after.outcome === 'conflict',
    to: after.to.map(person),
    changes: changesOf(row.action, before, after, names),
  };
}

function changesOf(action: string, before: Told, after: Told, names: Lookups): ActivityItem['changes'] {
  if (action === 'record.move') {
    return [{ field: 'place', before: placeOf(before, names), after: placeOf(after, names) }];
  }
  if (action !== 'record.update' && action !== 'record.authors') return [];
  return FIELDS.flatMap(([column, field]) => {
    const sides = [before, after].map((side) => show(column, side, names));
    const [was = null, is = null] = sides;
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

function placeOf(side: Told, names: Lookups): string | null {
  const library = names.groups.get(side.group ?? '')?.name;
  if (library === undefined) return null;
  const folder = names.folders.get(side.folder ?? '')?.path;
  return folder ? `${library} / ${folder}` : library;
}

function show(column: (typeof FIELDS)[number][0], side: Told, names: Lookups): string | null {
  const value = side[column];
  if (Array.isArray(value)) {
    const called = value.map((id) => {
      const person = names.people.get(id);
      return person ? `${person.firstname} ${person.lastname}`.trim() : (names.labels.get(id)?.name ?? '…');
    });
    return called.length > 0 ? called.join(', ') : null;
  }
  if (value === null || value === '') return null;
  if (column === 'document_type') return names.types.get(value)?.name ?? '…';
  if (column === 'scope') return SCOPE_LABELS[value as Scope] ?? value;
  return value.length > SHOWN ? `${value.slice(0, SHOWN).toWellFormed()}…` : value;
}
