import type { CallInput, CallName, CallOutput, EventData, EventName } from './channels.ts';
import type { IpcResult } from './result.ts';

type Call<N extends CallName> =
  undefined extends CallInput<N>
    ? () => Promise<IpcResult<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<IpcResult<CallOutput<N>>>;

/** Calls `listener` until the function that it returns is called. */
type Subscribe<N extends EventName> = (listener: (data: EventData<N>) => void) => () => void;

/**
 * What the page of the desktop app has beside a browser: `window.legajo`, put there by the preload and used by
 * src/renderer/platform alone. Nothing of Node or Electron stands in it.
 */
export interface DesktopApi {
  readonly app: {
    info: Call<'app:info'>;
    openExternal: Call<'app:openExternal'>;
    notify: Call<'app:notify'>;
    saveDiagnostics: Call<'app:saveDiagnostics'>;
    takeRoute: Call<'app:takeRoute'>;
    onNavigate: Subscribe<'app:navigate'>;
  };
  readonly settings: {
    get: Call<'settings:get'>;
    checkServer: Call<'settings:checkServer'>;
    setServer: Call<'settings:setServer'>;
    pickRoot: Call<'settings:pickRoot'>;
    setRoot: Call<'settings:setRoot'>;
    setTheme: Call<'settings:setTheme'>;
    setPreferences: Call<'settings:setPreferences'>;
  };
  /** The main process holds the refresh token and is its only user; the page gets identity tokens. */
  readonly session: {
    state: Call<'session:state'>;
    signIn: Call<'session:signIn'>;
    answerChallenge: Call<'session:answerChallenge'>;
    signOut: Call<'session:signOut'>;
    token: Call<'session:token'>;
    onChanged: Subscribe<'session:changed'>;
  };
  readonly sync: {
    state: Call<'sync:state'>;
    pause: Call<'sync:pause'>;
    resume: Call<'sync:resume'>;
    rescan: Call<'sync:rescan'>;
    setMode: Call<'sync:setMode'>;
    resolveBlocked: Call<'sync:resolveBlocked'>;
    answer: Call<'sync:answer'>;
    openRecord: Call<'sync:openRecord'>;
    countIgnored: Call<'sync:countIgnored'>;
    showRoot: Call<'sync:showRoot'>;
    onChanged: Subscribe<'sync:changed'>;
  };
  readonly update: {
    state: Call<'update:state'>;
    check: Call<'update:check'>;
    install: Call<'update:install'>;
    onChanged: Subscribe<'update:changed'>;
  };
}
