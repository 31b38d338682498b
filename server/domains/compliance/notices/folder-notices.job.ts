import { STATE_NONE } from '#shared/access/states.ts';
import { lookedAt, prepare } from '#shared/compliance/papers.ts';
import { FAILED, tellingOn } from '#shared/compliance/warnings.ts';
import type { FolderNoticeType } from '#shared/notifications/notification-types.ts';
import { addDays, type Day, dayIn } from '#shared/platform/days.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { type KnownViewer, loadViewers, roleHolders } from '../../documents/faces/audience.queries.ts';
import { lockGroupForUpdate } from '../../libraries/groups.queries.ts';
import { type DueNotification, deliver } from '../../notifications/deliver.ts';
import { insertNotifications } from '../../notifications/notifications.queries.ts';
import { loadChoices } from '../../notifications/preferences.queries.ts';
import type { RuleRow } from '../compliance-rules.queries.ts';
import { type FolderCase, loadCases } from '../compliance-standings.ts';
import { findFolders, type JudgedFolder } from '../compliance-timelines.queries.ts';
import { t } from '../texts.ts';
import {
  claimWarnings,
  findToTell,
  forgetMissing,
  setNextTelling,
  type ToTell,
} from './compliance-warnings.queries.ts';

/** More notices than this to one person, about sub-folders of one folder, become one notice about the folder above. */
const APART = 5;
/** How many names a notice lists; the others are counted. */
const NAMED = 3;

interface Told extends ToTell {
  readonly place: JudgedFolder;
  readonly row: RuleRow;
}

/** One notice to one person: about one folder, or about many in one folder. */
interface Notice {
  readonly to: KnownViewer;
  readonly type: FolderNoticeType;
  readonly folder: string;
  readonly about: string;
  readonly dueOn: Day | null;
}

/**
 * Tells people of folders whose rules fail or soon will (docs/domain/compliance.md). One transaction claims what is
 * told, writes the notifications and queues what follows. So a process that dies has told nothing, and a second process
 * finds the notices claimed.
 * @returns how many places were handled
 */
export async function sendFolderNotices({
  db,
  changes,
  now,
}: Pick<Deps, 'db' | 'changes' | 'now'>): Promise<number> {
  let looked = 0;
  for (;;) {
    const found = await findToTell(db, now());
    if (!found) return looked;
    await changes.run({ organization: found.organization, user: null, ip: null }, (change) =>
      tell(change, found.group, found.folders),
    );
    looked += found.folders.length;
  }
}

async function tell(change: Change, group: string, ids: readonly string[]): Promise<void> {
  const { trx, at } = change;
  // Waits for writers of this library to commit, and makes later ones wait for this.
  const library = await lockGroupForUpdate(trx, group);
  // It was archived since it was found. An archived library tells nobody anything until it is opened again.
  if (!library || library.archived_at) return;
  const cases = await loadCases(trx, await findFolders(trx, ids));
  const next = new Map<string, Day | null>(ids.map((id) => [id, null]));
  const wanted: Told[] = [];
  const fine: { folder: string; rule: string }[] = [];
  for (const each of cases) next.set(each.folder.id, look(each, at, wanted, fine));
  await forgetMissing(trx, fine);
  const organization = cases[0]?.folder.organization;
  if (organization) {
    const claimed = new Set(await claimWarnings(trx, organization, wanted, at));
    await write(
      change,
      organization,
      group,
      await noticesOf(
        change,
        group,
        wanted.filter((each) => claimed.has(each)),
      ),
    );
  }
  await setNextTelling(trx, next);
}

/** Collects what there is to tell about one place. @returns when to look again */
function look(
  { folder, rules, records }: FolderCase,
  at: Date,
  wanted: Told[],
  fine: { folder: string; rule: string }[],
) {
  const today = dayIn(folder.timezone, at);
  const looked = lookedAt(records);
  let next: Day | null = null;
  for (const rule of rules) {
    const { warning, nextOn } = tellingOn(prepare(rule, looked, folder.holidays), today);
    if (nextOn !== null && (next === null || nextOn < next)) next = nextOn;
    if (warning?.stage !== FAILED) fine.push({ folder: folder.id, rule: rule.row.id });
    if (warning)
      wanted.push({ folder: folder.id, rule: rule.row.id, ...warning, place: folder, row: rule.row });
  }
  return next;
}

/**
 * Who is told: the person responsible for the rule while they are a member, else everybody with publish in the library.
 */
async function peopleOf(change: Change, group: string, told: readonly Told[]) {
  const publishers = await roleHolders(change.trx, group, 'publish');
  const viewers = await loadViewers(change.trx, [
    ...publishers,
    ...told.flatMap(({ row }) => row.responsible ?? []),
  ]);
  const member = (user: string): KnownViewer[] => {
    const found = viewers.get(user);
    return found?.memberships.some((each) => each.group === group) ? [found] : [];
  };
  return ({ row }: Told): KnownViewer[] => {
    const responsible = row.responsible === null ? [] : member(row.responsible);
    return responsible.length > 0 ? responsible : publishers.flatMap(member);
  };
}

async function noticesOf(change: Change, group: string, told: readonly Told[]): Promise<Notice[]> {
  if (told.length === 0) return [];
  const to = await peopleOf(change, group, told);
  const each = told.flatMap((one) => to(one).map((person) => ({ person, type: typeOf(one), one })));
  const ofPerson = Map.groupBy(each, ({ person, type, one }) => `${person.user} ${type} ${one.place.parent}`);
  return [...ofPerson.values()].flatMap((all): Notice[] => {
    const [first] = all;
    if (!first) return [];
    const { person, type } = first;
    const byFolder = Map.groupBy(
      all.map(({ one }) => one),
      (one) => one.folder,
    );
    const { parent } = first.one.place;
    if (byFolder.size > APART && parent !== null) {
      const names = [...byFolder.values()].flatMap(([one]) => one?.place.name ?? []);
      const about = t('notice.folders', { count: names.length, names: listed(names) });
      return [{ to: person, type, folder: parent, about, dueOn: dueOf(all.map(({ one }) => one)) }];
    }
    return [...byFolder].map(([folder, ones]) => ({
      ...{ to: person, type, folder },
      about: `${listed(ones.map(({ row }) => row.name))}.`,
      dueOn: dueOf(ones),
    }));
  });
}

const typeOf = ({ stage }: ToTell): FolderNoticeType => (stage === FAILED ? 'FOLDER.FAILED' : 'FOLDER.DUE');

/** The last day on which the first of these is, or was, in order. */
function dueOf(all: readonly ToTell[]): Day | null {
  const [first] = all.flatMap(({ dueOn }) => dueOn ?? []).sort();
  return first === undefined ? null : addDays(first, -1);
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  if (rest > 1) return t('notice.more', { names: names.slice(0, NAMED).join(', '), count: rest });
  const last = names.at(-1) ?? '';
  return names.length > 1 ? t('notice.last', { names: names.slice(0, -1).join(', '), last }) : last;
}

async function write(
  change: Change,
  organization: string,
  group: string,
  notices: readonly Notice[],
): Promise<void> {
  const { trx, at } = change;
  const choiceOf = await loadChoices(
    trx,
    notices.map(({ to }) => to.user),
  );
  const rows = notices.map((notice) => ({
    notice,
    id: newId(),
    choice: choiceOf(notice.to.user, notice.type),
  }));
  await insertNotifications(
    trx,
    rows.map(({ notice, id, choice }) => ({
      id,
      organization,
      user_id: notice.to.user,
      type: notice.type,
      state: STATE_NONE,
      record_id: null,
      version_id: null,
      from_user: null,
      folder_id: notice.folder,
      group_id: group,
      comment: notice.about,
      due_on: notice.dueOn,
      notify_at: at,
      created_at: at,
      dismissed_at: choice === 'none' ? at : null,
      mailed_at: null,
    })),
  );
  await deliver(
    change,
    rows.map(
      ({ notice, id, choice }): DueNotification => ({
        notification: id,
        type: notice.type,
        to: notice.to,
        choice,
      }),
    ),
  );
}
