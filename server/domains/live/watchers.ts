import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { visibleFace } from '#shared/access/visibility.ts';
import type { Watcher } from '#shared/realtime/frames.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import { loadViewers, loadVisible } from '../documents/faces/audience.queries.ts';

/** How often a process announces its watchers, and after how long without an announcement they count as gone. */
const ANNOUNCE_MS = 30_000;
const SILENCE_MS = 90_000;
/** Changes within this time are told together. */
const TELL_MS = 50;
/** No more people than this are shown. */
const PEOPLE_MAX = 20;

interface Watch {
  readonly user: string;
  readonly record: string;
  readonly editing: boolean;
}

interface Seen extends Watch {
  readonly process: string;
  readonly at: number;
}

type Tell = (people: readonly Watcher[]) => void;

/**
 * Who has which document open, on any process. Each screen is told of the others.
 * Checks everybody by the visibility rule as the database has it at that moment. Who does not see the document is
 * neither told of others nor shown to them, and nobody is shown as editing unless they see the working copy.
 */
export function createWatchers(options: {
  readonly bus: Bus;
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly now: () => number;
}) {
  const { bus, db, log, now } = options;
  const self = randomUUID();
  /** By screen, of this process and others. */
  const screens = new Map<string, Seen>();
  const local = new Map<string, { watch: Watch; tell: Tell; told?: string }>();
  const stale = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();

  const tellSoon = (record: string): void => {
    if (![...local.values()].some(({ watch }) => watch.record === record)) return;
    stale.add(record);
    timer ??= setTimeout(() => {
      timer = undefined;
      const records = [...stale];
      stale.clear();
      telling = telling
        .then(() => tellAll(records))
        // This is only a hint: the next change tells again.
        .catch((error: unknown) => log.warn({ err: error }, 'nobody was told who else is here'));
    }, TELL_MS).unref();
  };

  async function tellAll(records: readonly string[]): Promise<void> {
    const visible = await loadVisible(db, records);
    const watching = [...screens.values()].filter((each) => records.includes(each.record));
    const viewers = await loadViewers(
      db,
      watching.map((each) => each.user),
    );
    const faceOf = (user: string, record: string) => {
      const [viewer, facts] = [viewers.get(user), visible.get(record)];
      return viewer && facts ? visibleFace(viewer, facts) : null;
    };
    for (const screen of local.values()) {
      const { user, record } = screen.watch;
      if (!records.includes(record)) continue;
      if (faceOf(user, record) === null) {
        tellNews(screen, []);
        continue;
      }
      const others = new Map<string, Watcher>();
      for (const each of watching) {
        const viewer = viewers.get(each.user);
        const face = faceOf(each.user, record);
        if (each.record !== record || each.user === user || !viewer || face === null) continue;
        const editing = face === 'working' && (each.editing || (others.get(each.user)?.editing ?? false));
        const { firstname, lastname } = viewer;
        others.set(each.user, { person: { _id: each.user, firstname, lastname }, editing });
      }
      const sorted = [...others.values()].sort((a, b) => Number(b.editing) - Number(a.editing));
      tellNews(screen, sorted.slice(0, PEOPLE_MAX));
    }
  }

  /**
   * Tells a screen what it was not told before. Otherwise an empty list for each change would tell those who do not see
   * a document that there is one, and when somebody works on it.
   */
  function tellNews(screen: { tell: Tell; told?: string }, people: readonly Watcher[]): void {
    const told = JSON.stringify(people);
    if (screen.told === told) return;
    screen.told = told;
    screen.tell(people);
  }

  function heard(key: string, seen: Seen | null): void {
    const before = screens.get(key);
    if (seen) screens.set(key, seen);
    else screens.delete(key);
    const same = before?.record === seen?.record && before?.editing === seen?.editing;
    if (same) return;
    if (before) tellSoon(before.record);
    if (seen) tellSoon(seen.record);
  }

  /** This process applies it at once; others hear of it. A lost announcement is repaired by the next one. */
  function say(key: string, user: string, watch: Watch | null): void {
    heard(key, watch && { ...watch, process: self, at: now() });
    bus
      .publish({
        kind: 'watch',
        process: self,
        key,
        user,
        record: watch?.record ?? null,
        editing: watch?.editing ?? false,
      })
      .catch(() => undefined);
  }
  const sayAll = (): void => {
    for (const [key, { watch }] of local) say(key, watch.user, watch);
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'watch' && event.process !== self) {
      const { key, user, record, editing, process } = event;
      heard(key, record === null ? null : { user, record, editing, process, at: now() });
    }
    if (event.kind === 'presence.ask') sayAll();
    // The change may also have altered who may see it.
    if (event.kind === 'record.changed') tellSoon(event.record);
  });
  const beat = setInterval(() => {
    sayAll();
    for (const [key, seen] of screens) {
      if (seen.process !== self && now() - seen.at > SILENCE_MS) heard(key, null);
    }
  }, ANNOUNCE_MS).unref();

  return {
    /** @param key the screen; it watches nothing else from then on */
    watch(key: string, watch: Watch, tell: Tell): void {
      local.set(key, { watch, tell });
      say(key, watch.user, watch);
      // Also where nothing changed for the others: whoever came has to be told.
      tellSoon(watch.record);
    },
    leave(key: string): void {
      const one = local.get(key);
      if (!one) return;
      local.delete(key);
      say(key, one.watch.user, null);
    },
    close(): void {
      clearInterval(beat);
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

export type Watchers = ReturnType<typeof createWatchers>;
