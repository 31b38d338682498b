import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';

/** How often a process announces its desktops, which count as gone when announcements stop. */
const ANNOUNCE_MS = 30_000;
const SILENCE_MS = 90_000;

interface Seen {
  readonly user: string;
  /** By process: when it last announced the desktop. */
  readonly processes: Map<string, number>;
}

/** Which desktops are connected, to any process. */
export function createPresence(bus: Bus, now: () => number) {
  const self = randomUUID();
  const desktops = new Map<string, Seen>();
  const local = new Map<string, { user: string; connections: number }>();
  const listeners = new Set<(user: string) => void>();

  const changed = (user: string): void => {
    for (const listener of listeners) listener(user);
  };
  /** This process applies it at once; the others are told. */
  const say = (user: string, client: string, online: boolean): void => {
    heard({ process: self, user, client, online });
    // A lost announcement is repaired by the next one.
    bus.publish({ kind: 'presence', process: self, user, client, online }).catch(() => undefined);
  };
  const sayAll = (): void => {
    for (const [client, { user }] of local) say(user, client, true);
  };

  function heard(event: { process: string; user: string; client: string; online: boolean }): void {
    const seen = desktops.get(event.client) ?? { user: event.user, processes: new Map<string, number>() };
    const before = seen.processes.size;
    if (event.online) seen.processes.set(event.process, now());
    else seen.processes.delete(event.process);
    if (seen.processes.size > 0) desktops.set(event.client, seen);
    else desktops.delete(event.client);
    const wasOnline = before > 0;
    if (wasOnline !== seen.processes.size > 0) changed(event.user);
  }

  function forgetSilent(): void {
    for (const [client, { user, processes }] of desktops) {
      for (const [process, at] of processes) {
        if (process !== self && now() - at > SILENCE_MS) {
          heard({ process, user, client, online: false });
        }
      }
    }
  }

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind === 'presence' && event.process !== self) heard(event);
    if (event.kind === 'presence.ask') sayAll();
    // Events were missed: ask everybody to announce again.
    if (event.kind === 'gap') ask();
  });
  const ask = (): void => void bus.publish({ kind: 'presence.ask' }).catch(() => undefined);
  ask();
  const timer = setInterval(() => {
    sayAll();
    forgetSilent();
  }, ANNOUNCE_MS).unref();

  return {
    isOnline: (client: string): boolean => desktops.has(client),
    join(user: string, client: string): void {
      const one = local.get(client) ?? { user, connections: 0 };
      one.connections += 1;
      local.set(client, one);
      say(user, client, true);
    },
    leave(user: string, client: string): void {
      const one = local.get(client);
      if (!one) return;
      one.connections -= 1;
      if (one.connections > 0) return;
      local.delete(client);
      say(user, client, false);
    },
    /** Desktops connected to this process. */
    local: (): string[] => [...local.keys()],
    /** Called with the person whose desktops came or went. @returns a function that ends it */
    onChange(listener: (user: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close(): void {
      clearInterval(timer);
      unsubscribe();
      listeners.clear();
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
