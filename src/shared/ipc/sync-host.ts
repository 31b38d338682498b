import { z } from 'zod';
import { id, moment } from '../platform/primitives.ts';
import { ignorePatterns } from './ignore-pattern.ts';
import { blockedAction, syncAnswer, syncMode, syncState } from './sync-state.ts';

/**
 * The one channel between the main process and the process in which the sync engine runs
 * (`src/main/app/sync-host.ts` on this side, `src/main/sync/host/host.ts` on the other). That process is Electron's
 * utilityProcess, or Node itself where LEGAJO_SYNC_NODE says so; messages are structured clones either way:
 *
 *   const port = process.parentPort;                       // utilityProcess
 *   port ? port.on('message', (event) => take(event.data)) : process.on('message', take);
 *   const tell = (message: FromSyncHost) => (port ? port.postMessage(message) : process.send?.(message));
 *
 * Both sides read what arrives through these schemas. The engine never sees a refresh token: it asks for an
 * identity token when its own is about to end, and the main process alone renews.
 */

const identity = z.object({ idToken: z.string().min(1), expiresAt: moment });

/** Options that may change while the engine runs. It gets all of them each time. */
export const syncOptions = z.object({
  /** kB/s for documents; 0 for no limit. */
  limitUp: z.number().int().nonnegative(),
  limitDown: z.number().int().nonnegative(),
  /** The system's proxy for the server; null where it is reached directly. */
  proxy: z.string().nullable(),
  /** The network is metered, and the person wants to wait for another one. */
  waitForNetwork: z.boolean(),
  ignore: ignorePatterns,
});
export type SyncOptions = z.infer<typeof syncOptions>;

/** How many documents on the disk each pattern matches, and how many there are. */
export const ignoreCount = z.object({
  counts: z.array(z.number().int().nonnegative()),
  files: z.number().int().nonnegative(),
});

/** The absolute path of the file that holds exactly one version of a document; null where this computer has none. */
export const exactFile = z.object({ path: z.string().nullable() });

/** A person's commands to the engine. Each is answered by a `reply` with its id. */
export const syncCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  /** Compare everything now, instead of waiting for a change. */
  z.object({ type: z.literal('rescan') }),
  z.object({ type: z.literal('set-mode'), library: id, folder: id.optional(), mode: syncMode }),
  z.object({ type: z.literal('resolve-blocked'), item: z.string().max(5000), action: blockedAction }),
  z.object({
    type: z.literal('answer'),
    question: z.string().max(200),
    answer: syncAnswer,
  }),
  /** Answered with an `exactFile`. */
  z.object({ type: z.literal('exact-file'), record: id, version: id }),
  /** Answered with an `ignoreCount`. */
  z.object({ type: z.literal('count-ignored'), patterns: ignorePatterns }),
  /** The numbers of rows in the journal, for the diagnostics. */
  z.object({ type: z.literal('figures') }),
  /** "Abrir en mi escritorio" in this window: download it, then open it. */
  z.object({ type: z.literal('open-record'), record: id }),
]);
export type SyncCommand = z.infer<typeof syncCommand>;

export const toSyncHost = z.discriminatedUnion('kind', [
  /** First message, once. */
  z.object({
    kind: z.literal('start'),
    server: z.url(),
    /** `~/Legajo`, absolute: organization, libraries and folders lie below it. */
    root: z.string().min(1),
    /** The folder of the journal and of this installation's identity; never inside the root. */
    dataDir: z.string().min(1),
    /** The desktop's name on its person's screens, and its platform. */
    name: z.string().min(1).max(80),
    platform: z.string().min(1).max(40),
    /** The mode of a library until its person chooses one. */
    defaultMode: syncMode,
    options: syncOptions,
    /** The person chose this folder instead of another: it is filled anew, and nothing counts as removed. */
    startOver: z.boolean(),
    /** Null while the server cannot be reached: begin with the journal, and ask (`token-needed`) until one comes. */
    identity: identity.nullable(),
  }),
  /** After `token-needed`, and whenever the main process has renewed; null when the session has ended. */
  z.object({ kind: z.literal('identity'), identity: identity.nullable() }),
  z.object({ kind: z.literal('command'), call: z.number().int(), command: syncCommand }),
  z.object({ kind: z.literal('options'), options: syncOptions }),
  /** Answer to `open`, `reveal`. */
  z.object({ kind: z.literal('done'), call: z.number().int(), error: z.string().optional() }),
  /** The computer woke up, or the network is back: compare everything again. */
  z.object({ kind: z.literal('wake') }),
  /** Finish the running commit, close the journal, and exit with code 0. */
  z.object({ kind: z.literal('stop') }),
]);
export type ToSyncHost = z.infer<typeof toSyncHost>;

export const fromSyncHost = z.discriminatedUnion('kind', [
  /** Waiting for `start`. */
  z.object({ kind: z.literal('ready') }),
  /** The whole state, when it has changed (at most some ten times a second). */
  z.object({ kind: z.literal('state'), state: syncState }),
  z.object({ kind: z.literal('token-needed') }),
  z.object({
    kind: z.literal('reply'),
    call: z.number().int(),
    /** The result; the caller knows its schema. */
    value: z.unknown().optional(),
    error: z.object({ code: z.string(), message: z.string().optional() }).optional(),
  }),
  /**
   * Open a file with the system's program. The main process shows it in its folder instead where its kind is not
   * allowed.
   */
  z.object({ kind: z.literal('open'), call: z.number().int(), path: z.string().min(1) }),
  z.object({ kind: z.literal('reveal'), call: z.number().int(), path: z.string().min(1) }),
  z.object({
    kind: z.literal('log'),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    message: z.string(),
  }),
  /** It cannot go on (no node:sqlite, journal not writable), and ends after this. */
  z.object({ kind: z.literal('fatal'), code: z.string(), message: z.string() }),
]);
export type FromSyncHost = z.infer<typeof fromSyncHost>;
