import { z } from 'zod';
import { challengeAnswer, challengeIssued, signIn } from '../identity/auth.schemas.ts';
import { id } from '../platform/primitives.ts';
import {
  appInfo,
  desktopPreferences,
  desktopSettings,
  identityToken,
  serverCheck,
  sessionState,
  theme,
} from './desktop.ts';
import { ignorePatterns } from './ignore-pattern.ts';
import { ignoreCount } from './sync-host.ts';
import { blockedAction, syncAnswer, syncMode, syncState } from './sync-state.ts';
import { updateState } from './update.ts';

/**
 * Every call that the page can make to the main process: its channel, input and result. Inputs are parsed by these
 * schemas on arrival, because a page is never trusted (src/main/ipc/handle.ts).
 */

interface Call {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const nothing = z.undefined();
/** A path of this app, never another origin. */
const route = z.string().regex(/^\/(?!\/)/);
const address = z.string().trim().min(1).max(300);

export const calls = {
  'app:info': { input: nothing, output: appInfo },
  /** Opens an https or mailto address outside the app. */
  'app:openExternal': { input: z.string().max(2000), output: nothing },
  /**
   * Writes a file that helps to find a fault, where the person chooses. Without secrets, and without names unless they
   * are wanted.
   */
  'app:saveDiagnostics': {
    input: z.object({ withNames: z.boolean() }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Shows a notice of the system, unless the window has the focus. A click on it opens the route. */
  'app:notify': {
    input: z.object({ title: z.string().min(1).max(300), body: z.string().max(300).optional(), route }),
    output: nothing,
  },
  /**
   * The route of a link from outside that came before the page listened to `app:navigate`. The page listens from now
   * on.
   */
  'app:takeRoute': { input: nothing, output: route.nullable() },

  'settings:get': { input: nothing, output: desktopSettings },
  /** Asks the address which server it is. Changes nothing. */
  'settings:checkServer': { input: address, output: serverCheck },
  /** Checks the address, stores it, ends the session on the other server and reloads the page. */
  'settings:setServer': { input: z.object({ address, allowInsecure: z.boolean() }), output: desktopSettings },
  /** The system's folder dialog; null when it was closed. */
  'settings:pickRoot': { input: nothing, output: z.string().nullable() },
  /** Only the proposed folder, or one that the dialog gave, is accepted. */
  'settings:setRoot': { input: z.string().min(1).max(4000), output: desktopSettings },
  'settings:setTheme': { input: theme, output: desktopSettings },
  /** Only those that are given; they take effect at once. */
  'settings:setPreferences': { input: desktopPreferences.partial(), output: desktopSettings },

  'session:state': { input: nothing, output: sessionState },
  'session:signIn': {
    input: signIn.pick({ email: true, password: true }),
    output: z.union([sessionState, challengeIssued]),
  },
  'session:answerChallenge': {
    input: challengeAnswer,
    output: z.union([sessionState, challengeIssued]),
  },
  'session:signOut': { input: nothing, output: sessionState },
  /** An identity token that is not about to expire; `fresh` requests a new one (the server refused the last). */
  'session:token': { input: z.object({ fresh: z.boolean() }), output: identityToken },

  'sync:state': { input: nothing, output: syncState },
  'sync:pause': { input: nothing, output: nothing },
  'sync:resume': { input: nothing, output: nothing },
  'sync:rescan': { input: nothing, output: nothing },
  'sync:setMode': {
    input: z.object({ library: id, folder: id.optional(), mode: syncMode }),
    output: nothing,
  },
  'sync:resolveBlocked': {
    input: z.object({ item: z.string().max(5000), action: blockedAction }),
    output: nothing,
  },
  'sync:answer': {
    input: z.object({
      question: z.string().max(200),
      answer: syncAnswer,
    }),
    output: nothing,
  },
  'sync:openRecord': { input: z.object({ record: id }), output: nothing },
  /** How many documents on this computer each pattern covers. */
  'sync:countIgnored': { input: ignorePatterns, output: ignoreCount },
  /** Shows the sync folder in the system's file manager. */
  'sync:showRoot': { input: nothing, output: nothing },

  /** Makes the file of a version ready to be dragged out of the window. Resolves when it is; the page names no path. */
  'drag:prepare': { input: z.object({ record: id, version: id }), output: nothing },
  /** Starts the system's drag with that file, where it is still ready. */
  'drag:start': { input: z.object({ version: id }), output: z.object({ started: z.boolean() }) },

  'update:state': { input: nothing, output: updateState },
  /** Looks for a newer version now. */
  'update:check': { input: nothing, output: updateState },
  /** Ends the app after a running commit, and starts the downloaded version. */
  'update:install': { input: nothing, output: nothing },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type CallParsed<N extends CallName> = z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>;

/** What the main process tells the page by itself. */
export const events = {
  /** Go to this route: a deep link, the tray, a notification. */
  'app:navigate': route,
  'session:changed': sessionState,
  'sync:changed': syncState,
  'update:changed': updateState,
} as const;

export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.output<(typeof events)[N]>;
