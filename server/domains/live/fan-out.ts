import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type Viewer, visibleFace } from '#shared/access/visibility.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { LISTS, type ListReaders } from '#shared/realtime/lists.ts';
import { ENVELOPE_VERSION, type MessageDraft } from '#shared/realtime/messages.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { BusEvent } from '../../platform/realtime/bus.ts';
import type { Hub } from '../../platform/realtime/hub.ts';
import { canSeeOrganization } from '../access/libraries.policy.ts';
import {
  type KnownViewer,
  loadViewers,
  loadVisible,
  membersOf,
} from '../documents/faces/audience.queries.ts';

type Of<K extends BusEvent['kind']> = Extract<BusEvent, { kind: K }>;
type AboutRecord = Of<'record.changed'> | Of<'record.commented'> | Of<'lease'>;
interface LibraryHint {
  readonly key: string;
  readonly group: string;
  /** People who are told in more detail already. */
  readonly except?: ReadonlySet<string>;
}
type UserDraft = Pick<MessageDraft, 'type'> & { data?: unknown; recordId?: string };

/** A UUID that is the same for the same event and person, so that a repeated delivery is one message. */
function messageId(key: string, user: string): string {
  const hex = createHash('sha256').update(`${key}:${user}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Decides who is told of an event: people connected to this process, on `user:` channels. Each is checked by the
 * visibility rule as the database has it at that moment.
 */
export function createFanOut(options: { db: Kysely<Schema>; hub: Hub; log: Logger }) {
  const { db, hub, log } = options;
  let waiting: BusEvent[] = [];
  let running = false;
  let lastRun = Promise.resolve();
  let closed = false;

  function tell(user: string, key: string, what: UserDraft, repeated = false): void {
    const id = messageId(key, user);
    const draft = { v: ENVELOPE_VERSION, id, opId: id, ...what } as MessageDraft;
    const appended = hub.publish(userChannel(user), draft, { repeated });
    if (appended?.refused) log.error({ err: appended.refused, type: what.type }, 'a hint was refused');
  }

  async function tellAboutRecords(events: readonly AboutRecord[], users: readonly string[]): Promise<void> {
    if (events.length === 0) return;
    const visible = await loadVisible(
      db,
      events.map((event) => event.record),
    );
    const authors = events.flatMap((event) => (event.kind === 'lease' ? [event.user] : []));
    const viewers = await loadViewers(db, [...users, ...authors]);
    /** People who could see the document until now are told to fetch its library again, and learn nothing else. */
    const gone: LibraryHint[] = [];
    for (const event of events) {
      const record = visible.get(event.record);
      const seeing = users.filter((user) => {
        const viewer = viewers.get(user);
        const face = viewer && record ? visibleFace(viewer, record) : null;
        return event.kind === 'record.commented' ? face === 'working' : face !== null;
      });
      if (
        event.kind === 'record.changed' &&
        (event.access || record?.deleted || record?.group !== event.group)
      ) {
        gone.push({ key: event.key, group: event.group, except: new Set(seeing) });
      }
      if (!record) continue;
      if (event.kind === 'lease')
        tellOfLease(event, seeing, viewers.get(event.user), (by) => visibleFace(by, record));
      else {
        const what = event.kind === 'record.changed' ? changed(event) : commented(event);
        for (const user of seeing) tell(user, event.key, what);
      }
    }
    await tellLibraries(gone, users);
  }

  function tellOfLease(
    event: Of<'lease'>,
    seeing: readonly string[],
    by: KnownViewer | undefined,
    face: (viewer: Viewer) => string | null,
  ): void {
    // Whoever edits a document sees its working copy. A message from anybody else is ignored.
    if (!by || face(by) !== 'working') return;
    const person = { _id: by.user, firstname: by.firstname, lastname: by.lastname };
    const { record: recordId, leaseSeconds } = event;
    const what: UserDraft =
      leaseSeconds === null
        ? { type: 'record.released', recordId, data: { recordId, person } }
        : { type: 'record.editing', recordId, data: { recordId, person, leaseSeconds } };
    for (const user of seeing) if (user !== by.user) tell(user, event.key, what, event.renewal);
  }

  /** Tells the members of libraries to fetch them again. */
  async function tellLibraries(hints: readonly LibraryHint[], users: readonly string[]): Promise<void> {
    const members = await membersOf(
      db,
      hints.map((hint) => hint.group),
    );
    const here = new Set(users);
    const told = new Set<string>();
    for (const { key, group, except } of hints) {
      for (const user of members.get(group) ?? []) {
        // Once for each person: five hundred new folders need one fetch.
        if (!here.has(user) || except?.has(user) || told.has(`${group} ${user}`)) continue;
        told.add(`${group} ${user}`);
        tell(user, key, { type: 'library.changed', data: { groupId: group } });
      }
    }
  }

  /** Tells everybody who may read a list that it changed. Several changes at once are told as one. */
  async function tellOfLists(events: readonly Of<'list.changed'>[], users: readonly string[]): Promise<void> {
    if (events.length === 0) return;
    const viewers = [...(await loadViewers(db, users)).values()];
    const told = new Set<string>();
    for (const { organization, list, key } of events) {
      const once = `${organization} ${list}`;
      if (told.has(once)) continue;
      told.add(once);
      for (const viewer of viewers) {
        if (viewer.organization !== organization || !mayRead(viewer, LISTS[list].readers)) continue;
        tell(viewer.user, key, { type: 'list.changed', data: { list } });
      }
    }
  }

  function tellOne(event: BusEvent): void {
    if (event.kind === 'notification.created') {
      tell(event.user, event.key, { type: event.kind, data: { notificationId: event.notification } });
    }
    if (event.kind === 'notification.changed') {
      const data = event.notification ? { notificationId: event.notification } : {};
      tell(event.user, event.key, { type: event.kind, data });
    }
    if (event.kind === 'access.changed') tell(event.user, event.key, { type: 'session.changed' });
  }

  async function flush(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (waiting.length > 0 && !closed) {
        const events = waiting;
        waiting = [];
        const users = hub.users();
        for (const event of events) tellOne(event);
        if (users.length === 0) continue;
        await tellAboutRecords(events.filter(isAboutRecord), users);
        await tellLibraries(events.filter(isAboutFolder), users);
        await tellOfLists(events.filter(isAboutList), users);
      }
    } catch (error) {
      // These are hints: what is lost here is seen at the next fetch.
      log.error({ err: error }, 'realtime hints were lost');
    } finally {
      running = false;
    }
  }

  return {
    /** Tells those connected to this process who may know. */
    take(event: BusEvent): void {
      if (closed) return;
      waiting.push(event);
      if (!running) lastRun = flush();
    },
    /** Accepts no more events. Resolves when all running lookups have ended. */
    async close(): Promise<void> {
      closed = true;
      await lastRun;
    },
  };
}

const isAboutRecord = (event: BusEvent): event is AboutRecord =>
  event.kind === 'record.changed' || event.kind === 'record.commented' || event.kind === 'lease';
const isAboutFolder = (event: BusEvent): event is Of<'folder.changed'> => event.kind === 'folder.changed';

const isAboutList = (event: BusEvent): event is Of<'list.changed'> => event.kind === 'list.changed';

const mayRead = (viewer: Viewer, readers: ListReaders): boolean =>
  readers === 'everybody' || viewer.isAdmin || (readers === 'members' && canSeeOrganization(viewer));

const changed = ({ record, group }: Of<'record.changed'>): UserDraft => ({
  type: 'record.changed',
  recordId: record,
  data: { recordId: record, groupId: group },
});

const commented = ({ record }: Of<'record.commented'>): UserDraft => ({
  type: 'record.commented',
  recordId: record,
  data: { recordId: record },
});
