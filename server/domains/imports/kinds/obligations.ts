import { obligationCreate } from '#shared/calendars/calendars.schemas.ts';
import { monthsWithoutDay, readRecurrence } from '#shared/calendars/recurrence.ts';
import { recurrenceWords } from '#shared/calendars/words.ts';
import { type Day, GIVEN_DAYS, PLANNED_DAYS } from '#shared/platform/days.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import { foldTitle } from '../../../platform/tables/reading/fold-title.ts';
import { lookup } from '../../access/names.queries.ts';
import { findCalendars, findObligations, type ObligationRow } from '../../calendars/calendars.queries.ts';
import { findTypes } from '../../labels/document-types.queries.ts';
import { findGroups } from '../../libraries/groups.queries.ts';
import { t } from '../texts.ts';
import { readDay } from './days.ts';
import type { Fail, ImportColumn, ImportKind, Planned } from './kind.ts';
import { peopleNamedIn, personIn, personWords } from './people.ts';
import { readRecurrenceWords } from './recurrence-words.ts';
import { OBLIGATION_NAMES } from './understood.ts';
import { changesBetween, choices, type Named, parsed, pick, pickOne, seenOnce } from './words.ts';

type Column = keyof typeof OBLIGATION_NAMES;

const column = (key: Column, width: number): ImportColumn<Column> => ({
  ...{ key, width, names: OBLIGATION_NAMES[key], required: key === 'calendar' || key === 'title' },
  ...{ title: t(`obligations.columns.${key}`), example: t(`obligations.example.${key}`) },
});
const COLUMNS: readonly ImportColumn<Column>[] = [
  ...[column('calendar', 24), column('title', 40), column('recurrence', 28), column('startsOn', 14)],
  ...[column('responsible', 32), column('backup', 32), column('authority', 28), column('basis', 36)],
  ...[column('library', 24), column('type', 28), column('minCount', 12)],
];

const ANY_DAY = '2026-01-15';
const yearOf = (day: string): string => day.slice(0, 4);

const FIELDS: Readonly<Record<string, Column>> = {
  ...{ calendar: 'calendar', title: 'title', authority: 'authority', legalBasis: 'basis', group: 'library' },
  ...{ documentType: 'type', responsible: 'responsible', backup: 'backup', recurrence: 'recurrence' },
  ...{ startsOn: 'startsOn', minCount: 'minCount' },
};
const columnOf = (field: string): Column | null =>
  Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? null) : null;

const list = new Intl.ListFormat(LOCALE);

/** Names of the months that do not have the day of a recurrence; undefined where all of them do. */
function monthsLacking(recurrence: string, startsOn: Day | null): string | undefined {
  const read = readRecurrence(recurrence);
  const months = 'recurrence' in read ? monthsWithoutDay(read.recurrence, startsOn) : [];
  return months.length > 0 ? list.format(months.map((each) => MONTH_NAMES[each - 1] ?? '')) : undefined;
}

/** An obligation as the calls that write it take it. */
const bodyOf = (row: ObligationRow) => ({
  ...{ title: row.title, authority: row.authority, legalBasis: row.legal_basis },
  ...{ group: row.group_id, folder: row.folder_id, documentType: row.document_type, labels: row.labels },
  ...{ responsible: row.responsible, backup: row.backup },
  ...{ recurrence: row.recurrence, startsOn: row.starts_on, endsOn: row.ends_on, dayKind: row.day_kind },
  ...{ nonWorkingPolicy: row.non_working, termDays: row.term_days, leadDays: row.lead_days },
  ...{ minCount: row.min_count, acceptedStates: row.accepted_states },
});

/** Obligations, found again by their calendar and title. Calendars, people, libraries and types must be there. */
export const obligationsKind: ImportKind<Column> = {
  columns: COLUMNS,

  async prepare(executor, actor, rows) {
    const of = actor.organization;
    const calendars = await findCalendars(executor, of);
    const named = new Set(rows.flatMap(({ cells }) => pick(cells.calendar ?? '', calendars)));
    const existing: ObligationRow[] = [];
    for (const { id } of named) existing.push(...(await findObligations(executor, id)));
    const people = await peopleNamedIn(executor, actor, rows, ['responsible', 'backup']);
    const holders = existing.flatMap(({ responsible, backup }) => [responsible ?? [], backup ?? []].flat());
    const { people: byId } = await lookup(executor, { people: holders });
    for (const person of people.values()) byId.set(person._id, person);
    const types = await findTypes(executor, of);
    const groups = await findGroups(executor, of, null);
    const libraries = groups
      .filter(({ archived_at }) => archived_at === null)
      .map(({ id, name }): Named => ({ id, name }));
    const seen = seenOnce();

    const typeIn = (text: string, fail: Fail<Column>): string | null => {
      const byCode = types.find(({ code }) => clashKey(code) === clashKey(text));
      const [byName] = types.filter(({ name }) => foldTitle(name) === foldTitle(text));
      const found = byCode ?? byName;
      const all = choices(types.map(({ name }) => name));
      if (!found) fail('type', `${t('obligations.type', { name: text })} ${all}`.trim());
      return found?.id ?? null;
    };
    const nameOf = (among: readonly Named[], id: string | null): string =>
      among.find((each) => each.id === id)?.name ?? '';
    const shown = (body: ReturnType<typeof bodyOf>): Record<Column, string> => ({
      ...{ calendar: '', title: body.title, authority: body.authority, basis: body.legalBasis },
      ...{ recurrence: recurrenceWords(body.recurrence), startsOn: body.startsOn },
      responsible: personWords(byId.get(body.responsible ?? '') ?? null),
      backup: personWords(byId.get(body.backup ?? '') ?? null),
      library: nameOf(groups, body.group),
      type: nameOf(types, body.documentType),
      minCount: String(body.minCount),
    });

    return ({ number, cells }, fail): Planned | null => {
      const given = cells.calendar ?? '';
      const said = {
        unknown: t('obligations.calendar.unknown', { name: given }),
        several: t('obligations.calendar.several', { name: given }),
      };
      const calendar =
        given === '' ? null : pickOne(given, calendars, said, (message) => fail('calendar', message));
      if (given === '') fail('calendar', t('missing'));
      const row = existing.find(
        (each) => each.calendar_id === calendar?.id && clashKey(each.title) === clashKey(cells.title ?? ''),
      );
      const before = row && bodyOf(row);
      const startsOn = cells.startsOn ? readDay(cells.startsOn) : (before?.startsOn ?? null);
      if (cells.startsOn && startsOn === null)
        fail(
          'startsOn',
          readDay(cells.startsOn, GIVEN_DAYS)
            ? t('obligations.dayRange', {
                given: cells.startsOn,
                first: yearOf(PLANNED_DAYS.first),
                last: yearOf(PLANNED_DAYS.last),
              })
            : t('obligations.day', { given: cells.startsOn }),
        );
      const recurrence = cells.recurrence
        ? readRecurrenceWords(cells.recurrence, startsOn)
        : (before?.recurrence ?? null);
      if (cells.recurrence && recurrence === null) {
        // Words that take their day from the first one are understood where there is one.
        const lacksDay = startsOn === null && readRecurrenceWords(cells.recurrence, ANY_DAY) !== null;
        if (!lacksDay) fail('recurrence', t('obligations.recurrence', { given: cells.recurrence }));
        else if (!cells.startsOn)
          fail('startsOn', t('obligations.startMissing', { given: cells.recurrence }));
      }
      if (cells.recurrence && recurrence !== null && (before?.dayKind ?? 'corridos') === 'corridos') {
        const lacking = monthsLacking(recurrence, startsOn);
        if (lacking)
          fail('recurrence', t('obligations.dayMissing', { given: cells.recurrence, months: lacking }));
      }
      const libraryWords = {
        unknown: t('library.unknown', { name: cells.library ?? '' }),
        several: t('library.several', { name: cells.library ?? '' }),
      };
      const library = cells.library
        ? pickOne(cells.library, libraries, libraryWords, (message) => fail('library', message))
        : null;
      const type = cells.type ? typeIn(cells.type, fail) : null;
      const responsible = cells.responsible ? personIn(people, 'responsible', cells.responsible, fail) : null;
      const backup = cells.backup ? personIn(people, 'backup', cells.backup, fail) : null;
      const count = cells.minCount && /^\d{1,3}$/.test(cells.minCount) ? Number(cells.minCount) : undefined;
      if (cells.minCount && count === undefined) fail('minCount', t('number', { given: cells.minCount }));
      // What is not understood is said above, and not a second time as missing.
      if ((cells.startsOn && !startsOn) || (cells.recurrence && !recurrence) || !calendar) return null;
      const moves = library !== null && library.id !== before?.group;
      const wanted = {
        ...(before ?? {}),
        calendar: calendar.id,
        title: before?.title ?? cells.title,
        ...(cells.authority ? { authority: cells.authority } : {}),
        ...(cells.basis ? { legalBasis: cells.basis } : {}),
        ...(recurrence === null ? {} : { recurrence }),
        ...(startsOn === null ? {} : { startsOn }),
        ...(moves ? { group: library.id, folder: null } : {}),
        ...(type === null ? {} : { documentType: type }),
        ...(responsible ? { responsible: responsible._id } : {}),
        ...(backup ? { backup: backup._id } : {}),
        ...(count === undefined ? {} : { minCount: count }),
      };
      const body = parsed(obligationCreate, wanted, columnOf, fail);
      const again = seen(`${calendar.id} ${clashKey(cells.title ?? '')}`, number);
      if (again !== undefined) fail('title', t('twice', { row: again }));
      if (!body) return null;
      const { calendar: _calendar, ...fields } = body;
      const name = `${calendar.name} · ${body.title}`;
      const after = shown(fields as ReturnType<typeof bodyOf>);
      if (!row || !before) {
        const write: Planned['write'] = async ({ actor: admin, calendars: service }) => {
          const made = await service.addObligation(admin, body);
          return [{ what: 'remove', of: 'obligation', id: made._id, name: body.title }];
        };
        // Words become a rule: what was understood is shown.
        const understood = { ...after, recurrence: '' };
        return { what: 'create', name, changes: changesBetween(COLUMNS, understood, after), write };
      }
      const changes = changesBetween(COLUMNS, shown(before), after);
      if (changes.length === 0) return { what: 'same', name };
      const write: Planned['write'] = async ({ actor: admin, calendars: service }) => {
        const saved = await service.updateObligation(admin, row.id, { ...fields, version: row.version });
        const back = { ...before, version: saved.version };
        return [{ what: 'restore', of: 'obligation', id: row.id, name: row.title, body: back }];
      };
      return { what: 'update', name, changes, write };
    };
  },

  async undo({ actor, calendars }, step) {
    if (step.what === 'remove') return calendars.removeObligation(actor, step.id);
    const body = step.body as Parameters<typeof calendars.updateObligation>[2];
    await calendars.updateObligation(actor, step.id, body);
  },
};
