import type {
  Calendar,
  CalendarCreate,
  CalendarSummary,
  CalendarUpdate,
  Obligation,
  ObligationCreate,
  ObligationUpdate,
} from '#shared/calendars/calendars.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { mayEditCalendar, mayMakeCalendars } from './calendars.policy.ts';
import { presentCalendar, presentObligations, presentSummaries } from './calendars.presenter.ts';
import {
  deleteCalendar,
  deleteObligation,
  findCalendar,
  findCalendars,
  findFigures,
  findObligation,
  findObligations,
  insertCalendar,
  isNameTaken,
  type KnownCalendar,
  lockCalendar,
  lockObligation,
  setCalendarPeople,
  updateCalendar,
  updateObligation,
} from './calendars.queries.ts';
import { askAnew } from './evidence/judge-evidence.ts';
import {
  addObligation,
  audited,
  checkObligation,
  columnsOf,
  difference,
  placeOf,
} from './obligations/obligation-rules.ts';
import { findKnown } from './obligations/obligation-targets.queries.ts';
import { remakeOccurrences, todayIn } from './occurrences/make-occurrences.ts';
import { findHistories, tellAgain, withdrawUnasked } from './occurrences/occurrences.queries.ts';
import { insertLeft } from './series/series.queries.ts';
import { t } from './texts.ts';

const LIST = new Intl.ListFormat(LOCALE);

/** Maximum number of obligations in one calendar, without those over lists. */
const OBLIGATIONS_MAX = 300;

const changed = (what: string, current: unknown): ApiError =>
  new ApiError('rev_changed', { current }, { message: t('changed', { what }) });
/**
 * What was due stays due: only what nothing was due of yet, and nobody did anything about, may be deleted.
 *
 * @throws referenced, with what happened there
 */
async function requireNoHistory(
  { trx, at }: Change,
  calendar: KnownCalendar,
  obligation: string | null,
  instead: string,
): Promise<void> {
  const histories = await findHistories(trx, calendar.id, todayIn(calendar, at));
  const own = histories.filter((each) => obligation === null || each.obligation === obligation);
  const sum = (of: 'touched' | 'past' | 'documents') => own.reduce((all, each) => all + each[of], 0);
  const [touched, past, documents] = [sum('touched'), sum('past'), sum('documents')];
  if (touched + past === 0) return;
  const by = [
    ...(touched > 0 ? [t('used.touched', { count: touched })] : []),
    ...(past > 0 ? [t('used.past', { count: past })] : []),
    ...(documents > 0 ? [t('used.documents', { count: documents })] : []),
  ];
  const message = t('used.message', { by: LIST.format(by), instead });
  throw new ApiError('referenced', { by }, { message });
}

/** The fields that decide on which days it is due. */
const SCHEDULE = ['recurrence', 'starts_on', 'ends_on', 'day_kind', 'non_working', 'term_days'] as const;

/** The fields that say what shows that it was met. */
const ASKED = ['min_count', 'accepted_states'] as const;

/**
 * Calendars are read by any signed-in person, edited by admin, manager and their editors
 * (docs/domain/roles-and-visibility.md).
 */
export function createCalendarsService({ db, changes, now }: Deps) {
  async function locked(change: Change, actor: Actor, id: string): Promise<KnownCalendar> {
    const row = await lockCalendar(change.trx, actor.organization, id);
    if (!row) throw notFound();
    if (!mayEditCalendar(actor, row.editors)) throw new ApiError('forbidden');
    return row;
  }

  /** Locks the calendar first, then the obligation: locks are taken in one order. */
  async function lockedObligation(change: Change, actor: Actor, id: string) {
    const asked = await findObligation(change.trx, actor.organization, id);
    if (!asked) throw notFound();
    const calendar = await locked(change, actor, asked.calendar_id);
    const row = await lockObligation(change.trx, actor.organization, id);
    if (!row) throw notFound();
    return { calendar, row };
  }

  /** @throws invalid, calendar_taken */
  async function check(
    change: Change,
    actor: Actor,
    body: CalendarUpdate | CalendarCreate,
    before: KnownCalendar | null,
  ) {
    const people = await findKnown(change.trx, 'users', actor.organization, body.editors);
    if (body.editors.some((user) => !people.has(user))) {
      throw invalid('editors', t('calendar.people'));
    }
    const groups = await findKnown(change.trx, 'groups', actor.organization, body.groups);
    const sees = (group: string) =>
      groups.has(group) && (canSeeLibrary(actor, group) || before?.groups.includes(group));
    if (!body.groups.every(sees)) throw invalid('groups', t('calendar.libraries'));
    await lockOrganization(change.trx, actor.organization);
    if (await isNameTaken(change.trx, actor.organization, clashKey(body.name), before?.id ?? null)) {
      throw new ApiError('calendar_taken', { name: t('calendar.taken') });
    }
  }

  const fieldsOf = (body: CalendarUpdate | CalendarCreate, timezone: string, at: Date) => ({
    name: body.name,
    name_key: clashKey(body.name),
    description: body.description,
    color: body.color,
    timezone: body.timezone ?? timezone,
    holidays: body.holidays,
    active: body.active,
    updated_at: at,
  });

  async function present(change: Change, actor: Actor, id: string): Promise<Calendar> {
    const row = await findCalendar(change.trx, actor.organization, id);
    if (!row) throw notFound();
    return presentCalendar(change.trx, actor, row, change.at);
  }

  return {
    async list(actor: Actor): Promise<{ items: CalendarSummary[]; may: boolean }> {
      const rows = await findCalendars(db, actor.organization);
      const figures = await findFigures(db, actor.organization, now());
      return { items: await presentSummaries(db, actor, rows, figures), may: mayMakeCalendars(actor) };
    },

    /** @throws not_found */
    async get(actor: Actor, id: string): Promise<Calendar> {
      const row = await findCalendar(db, actor.organization, id);
      if (!row) throw notFound();
      return presentCalendar(db, actor, row, now());
    },

    /** The route requires a manager. @throws calendar_taken, invalid */
    create: (actor: Actor, body: CalendarCreate): Promise<Calendar> =>
      changes.run(actor, async (change) => {
        await check(change, actor, body, null);
        const id = newId();
        const row = {
          ...{ id, organization: actor.organization, ...fieldsOf(body, actor.timezone, change.at) },
          inactive_since: body.active ? null : change.at,
          ...{ version: 1, created_by: actor.user, created_at: change.at },
        };
        await insertCalendar(change.trx, row);
        await setCalendarPeople(change.trx, actor.organization, id, body);
        change.audit({
          action: 'calendar.create',
          targetType: 'calendar',
          targetId: id,
          after: { ...audited(row), editors: body.editors, groups: body.groups },
        });
        const calendar = await locked(change, actor, id);
        for (const [at, obligation] of body.obligations.entries()) {
          await addObligation(change, actor, calendar, obligation).catch((error: unknown) => {
            throw error instanceof ApiError && error.code === 'invalid'
              ? new ApiError('invalid', prefixed(error.details, `obligations.${at}`))
              : error;
          });
        }
        return present(change, actor, id);
      }),

    /** @throws rev_changed, calendar_taken, forbidden */
    update: (actor: Actor, id: string, body: CalendarUpdate): Promise<Calendar> =>
      changes.run(actor, async (change) => {
        const before = await locked(change, actor, id);
        if (body.version !== before.version)
          throw changed(t('this.calendar'), await present(change, actor, id));
        await check(change, actor, body, before);
        const inactive_since = body.active ? null : (before.inactive_since ?? change.at);
        const set = {
          ...fieldsOf(body, before.timezone, change.at),
          ...{ inactive_since, version: before.version + 1 },
        };
        await updateCalendar(change.trx, id, set);
        // Libraries that the caller does not know of stay as they are: they were not on their screen.
        const hidden = before.groups.filter((group) => !canSeeLibrary(actor, group));
        const groups = [...new Set([...body.groups, ...hidden])];
        await setCalendarPeople(change.trx, actor.organization, id, { editors: body.editors, groups });
        change.audit({
          action: 'calendar.update',
          targetType: 'calendar',
          targetId: id,
          ...difference(before, { ...before, ...set, editors: body.editors, groups }),
        });
        const resumed = body.active ? before.inactive_since : null;
        if (resumed || before.timezone !== set.timezone || before.holidays !== body.holidays) {
          const calendar = await locked(change, actor, id);
          // Nobody was asked for what would have been due meanwhile.
          if (resumed)
            await withdrawUnasked(
              change.trx,
              id,
              todayIn(before, resumed),
              todayIn(calendar, change.at),
              resumed,
            );
          for (const { id: each } of await findObligations(change.trx, id)) {
            const row = await lockObligation(change.trx, actor.organization, each);
            if (row) await remakeOccurrences(change, calendar, row);
          }
        }
        return present(change, actor, id);
      }),

    /** @throws referenced where something was due, or somebody has done something about a due day */
    remove: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const before = await locked(change, actor, id);
        await requireNoHistory(change, before, null, t('calendar.deactivate'));
        await deleteCalendar(change.trx, id);
        change.audit({
          action: 'calendar.delete',
          targetType: 'calendar',
          targetId: id,
          before: audited(before),
        });
      }),

    addObligation: (actor: Actor, { calendar: id, ...body }: ObligationCreate): Promise<Obligation> =>
      changes.run(actor, async (change) => {
        const calendar = await locked(change, actor, id);
        const alone = (await findObligations(change.trx, id)).filter(({ series }) => series === null);
        if (alone.length >= OBLIGATIONS_MAX) {
          throw invalid('calendar', t('calendar.full', { max: OBLIGATIONS_MAX }));
        }
        const row = await addObligation(change, actor, calendar, body);
        const [made] = await presentObligations(change.trx, actor, calendar, [row], change.at);
        if (!made) throw notFound();
        return made;
      }),

    /** Makes its future due days again, apart from those that somebody touched. @throws rev_changed */
    updateObligation: (
      actor: Actor,
      id: string,
      { version, ...body }: ObligationUpdate,
    ): Promise<Obligation> =>
      changes.run(actor, async (change) => {
        const { calendar, row: before } = await lockedObligation(change, actor, id);
        const shown = async (row: typeof before) =>
          (await presentObligations(change.trx, actor, calendar, [row], change.at))[0];
        if (version !== before.version) throw changed(t('this.obligation'), await shown(before));
        await checkObligation(change, actor, calendar, body, before);
        const row = await updateObligation(change.trx, id, {
          ...columnsOf(body),
          ...(await placeOf(change.trx, actor, body, before)),
          version: before.version + 1,
          updated_at: change.at,
        });
        change.audit({
          action: 'obligation.update',
          targetType: 'obligation',
          targetId: id,
          ...difference(before, row),
        });
        if (SCHEDULE.some((key) => before[key] !== row[key])) await remakeOccurrences(change, calendar, row);
        if (ASKED.some((key) => JSON.stringify(before[key]) !== JSON.stringify(row[key]))) {
          await askAnew(change, row, todayIn(calendar, change.at));
        }
        if (JSON.stringify(before.lead_days) !== JSON.stringify(row.lead_days)) {
          await tellAgain(change.trx, id, todayIn(calendar, change.at));
        }
        const presented = await shown(row);
        if (!presented) throw notFound();
        return presented;
      }),

    /** @throws referenced */
    removeObligation: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        const { calendar, row } = await lockedObligation(change, actor, id);
        await requireNoHistory(change, calendar, id, t('obligation.end'));
        await deleteObligation(change.trx, id);
        if (row.series !== null && row.party !== null) await insertLeft(change.trx, row.series, row.party);
        change.audit({
          action: 'obligation.delete',
          targetType: 'obligation',
          targetId: id,
          before: audited(row),
        });
      }),
  };
}

/** Puts the index of one obligation before the field names of its errors. */
const prefixed = (details: unknown, before: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details ?? {}).map(([field, sentence]) => [`${before}.${field}`, sentence]),
  );
