import type { HandBack } from '#shared/overview/duties.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { lockCalendar, lockObligation, type ObligationRow, updateObligation } from '../calendars.queries.ts';
import { findHeldObligations, findObligationPlaces, type HeldObligation } from './hand-over.queries.ts';
import { difference } from './obligation-rules.ts';

type People = Pick<HeldObligation, 'responsible' | 'backup'>;

/** An obligation that was given to somebody else. */
interface GivenObligation {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly before: People;
}

/** What came back with its version since then, and what stays: changed since it was given, or deleted. */
interface BackOrNot {
  readonly back: { readonly id: string; readonly version: number }[];
  readonly stay: { readonly id: string; readonly name: string | null; readonly why: 'changed' | 'gone' }[];
}

/**
 * Gives a person's obligations to somebody else: to the backup where there is one and that is wished, else to `to`. Who was
 * the backup is replaced by `to`. Whoever takes one over is never its backup too.
 * @returns what was given, with its version since then and who answered for it before
 */
export async function handOverObligations(
  change: Change,
  actor: Actor,
  user: string,
  { to, backups }: { readonly to: string | null; readonly backups: boolean },
): Promise<GivenObligation[]> {
  const held = await findHeldObligations(change.trx, actor.organization, user, change.at);
  await lockCalendars(change, actor, held);
  const given: GivenObligation[] = [];
  for (const each of held) {
    const before = await lockObligation(change.trx, actor.organization, each.id);
    // Somebody else has it by now.
    if (!before || (before.responsible !== user && before.backup !== user)) continue;
    const { responsible, backup } = before;
    const row = await givePeople(
      change,
      before,
      peopleAfter({ ...each, responsible, backup }, user, to, backups),
    );
    given.push({ id: each.id, name: before.title, version: row.version, before: { responsible, backup } });
  }
  return given;
}

/**
 * Gives obligations back to whom they had before they were handed over. What has another version by now stays with
 * whoever has it: somebody has changed it since.
 */
export async function handBackObligations(
  change: Change,
  actor: Actor,
  given: HandBack['obligations'],
): Promise<BackOrNot> {
  const back: BackOrNot['back'] = [];
  const stay: BackOrNot['stay'] = [];
  if (given.length === 0) return { back, stay };
  const { organization } = actor;
  const asked = new Map(given.map((each) => [each._id, each]));
  const places = await findObligationPlaces(change.trx, organization, [...asked.keys()]);
  await lockCalendars(change, actor, places);
  for (const { id } of places) {
    const was = asked.get(id);
    const now = await lockObligation(change.trx, organization, id);
    if (!was || !now) continue;
    asked.delete(id);
    const { responsible, backup } = was.before;
    // Back already: an answer may have been lost, or somebody else gave it back.
    if (now.responsible === responsible && now.backup === backup) back.push({ id, version: now.version });
    else if (now.version !== was.version) stay.push({ id, name: now.title, why: 'changed' });
    else back.push({ id, version: (await givePeople(change, now, was.before)).version });
  }
  stay.push(...[...asked.keys()].map((id) => ({ id, name: null, why: 'gone' as const })));
  return { back, stay };
}

/** Calendars before their obligations, and those in one order: two people may hand over at once. */
async function lockCalendars(
  change: Change,
  actor: Actor,
  places: readonly { readonly calendar: string }[],
): Promise<void> {
  for (const calendar of [...new Set(places.map((each) => each.calendar))].sort())
    await lockCalendar(change.trx, actor.organization, calendar);
}

async function givePeople(
  change: Change,
  before: ObligationRow,
  { responsible, backup }: People,
): Promise<ObligationRow> {
  const row = await updateObligation(change.trx, before.id, {
    ...{ responsible, backup },
    version: before.version + 1,
    updated_at: change.at,
  });
  change.audit({
    action: 'obligation.update',
    targetType: 'obligation',
    targetId: before.id,
    ...difference(before, row),
  });
  return row;
}

function peopleAfter(
  { responsible, backup, active_backup }: HeldObligation,
  user: string,
  to: string | null,
  backups: boolean,
): People {
  const other = (taken: string | null, person: string | null) => (person === taken ? null : person);
  if (responsible !== user) return { responsible, backup: other(responsible, to) };
  const heir = backups && backup !== user && active_backup === backup ? (backup ?? to) : to;
  return { responsible: heir, backup: other(heir, backup === user ? to : backup) };
}
