import type { Calendar, CalendarSummary, Obligation } from '#shared/calendars/calendars.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { type Lookups, lookup } from '../access/names.queries.ts';
import { mayEditCalendar } from './calendars.policy.ts';
import type { CalendarFigures, KnownCalendar, ObligationRow } from './calendars.queries.ts';
import { findObligations } from './calendars.queries.ts';
import { findFolderNames } from './obligations/obligation-targets.queries.ts';
import { todayIn } from './occurrences/make-occurrences.ts';
import { findHistories, findNextDue } from './occurrences/occurrences.queries.ts';
import { findSeries, type SeriesRow } from './series/series.queries.ts';

function head(actor: Actor, row: KnownCalendar, names: Lookups) {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    color: row.color,
    groups: row.groups
      .filter((group) => canSeeLibrary(actor, group))
      .flatMap((group) => names.groups.get(group) ?? []),
    timezone: row.timezone,
    holidays: row.holidays,
    editors: row.editors.flatMap((user) => names.people.get(user) ?? []),
    active: row.active,
    version: row.version,
    may: mayEditCalendar(actor, row.editors),
  };
}

export async function presentSummaries(
  executor: Executor,
  actor: Actor,
  rows: readonly KnownCalendar[],
  figures: readonly CalendarFigures[],
): Promise<CalendarSummary[]> {
  const names = await lookup(executor, {
    people: rows.flatMap((row) => row.editors),
    groups: rows.flatMap((row) => row.groups),
  });
  const of = new Map(figures.map(({ calendar, ...each }) => [calendar, each]));
  const nothing = { obligations: 0, overdue: 0, dueSoon: 0, nextDueOn: null };
  return rows.map((row) => ({ ...head(actor, row, names), ...(of.get(row.id) ?? nothing) }));
}

/** The library of an obligation, where the actor knows it. */
export const librarySeen = (actor: Actor, group: string | null): string | null =>
  group !== null && canSeeLibrary(actor, group) ? group : null;

/** Folders by name and library. Those of libraries that the actor does not know are left out. */
export async function foldersFor(
  executor: Executor,
  actor: Actor,
  ids: readonly (string | null)[],
): Promise<Map<string, NonNullable<Obligation['folder']>>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await findFolderNames(executor, actor.organization, wanted);
  return new Map(
    rows
      .filter((row) => canSeeLibrary(actor, row.group))
      .map((row) => [
        row.id,
        { _id: row.id, name: row.name, group: { _id: row.group, name: row.group_name } },
      ]),
  );
}

const presentSeries = (row: SeriesRow | undefined): Obligation['series'] =>
  row ? { _id: row.id, title: row.title, kind: row.kind } : null;

export async function presentObligations(
  executor: Executor,
  actor: Actor,
  calendar: KnownCalendar,
  rows: readonly ObligationRow[],
  now: Date,
): Promise<Obligation[]> {
  const names = await lookup(executor, {
    people: rows.flatMap((row) => [row.responsible, row.backup].filter((each) => each !== null)),
    labels: rows.flatMap((row) => row.labels),
    types: rows.map((row) => row.document_type),
    groups: rows.flatMap((row) => librarySeen(actor, row.group_id) ?? []),
  });
  const folders = await foldersFor(
    executor,
    actor,
    rows.map((row) => row.folder_id),
  );
  const series = new Map(
    (await findSeries(executor, [...new Set(rows.flatMap((row) => row.series ?? []))])).map((each) => [
      each.id,
      each,
    ]),
  );
  const today = todayIn(calendar, now);
  const next = await findNextDue(executor, calendar.id, today);
  const kept = new Set((await findHistories(executor, calendar.id, today)).map((each) => each.obligation));
  return rows.map((row) => ({
    _id: row.id,
    calendar: row.calendar_id,
    title: row.title,
    authority: row.authority,
    legalBasis: row.legal_basis,
    group:
      folders.get(row.folder_id ?? '')?.group ??
      names.groups.get(librarySeen(actor, row.group_id) ?? '') ??
      null,
    folder: row.folder_id ? (folders.get(row.folder_id) ?? null) : null,
    folderHidden: row.folder_id !== null && !folders.has(row.folder_id),
    documentType: row.document_type ? (names.types.get(row.document_type) ?? null) : null,
    labels: row.labels.flatMap((label) => names.labels.get(label) ?? []),
    responsible: row.responsible ? (names.people.get(row.responsible) ?? null) : null,
    backup: row.backup ? (names.people.get(row.backup) ?? null) : null,
    recurrence: row.recurrence,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    dayKind: row.day_kind,
    nonWorkingPolicy: row.non_working,
    termDays: row.term_days,
    leadDays: row.lead_days,
    minCount: row.min_count,
    acceptedStates: row.accepted_states,
    nextDueOn: next.get(row.id) ?? null,
    series: presentSeries(series.get(row.series ?? '')),
    deletable: !kept.has(row.id),
    version: row.version,
  }));
}

export async function presentCalendar(
  executor: Executor,
  actor: Actor,
  row: KnownCalendar,
  now: Date,
): Promise<Calendar> {
  const names = await lookup(executor, { people: row.editors, groups: row.groups });
  const obligations = await findObligations(executor, row.id);
  return {
    ...head(actor, row, names),
    obligations: await presentObligations(executor, actor, row, obligations, now),
  };
}
