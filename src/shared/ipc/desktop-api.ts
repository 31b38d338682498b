import type { CallInput, CallName, CallOutput, EventData, EventName } from './channels.ts';
import type { IpcResult } from './result.ts';

type Call<N extends CallName> =
  undefined extends CallInput<N>
    ? () => Promise<IpcResult<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<IpcResult<CallOutput<N>>>;

/** Calls `listener` until the returned function is called. */
type Subscribe<N extends EventName> = (listener: (data: EventData<N>) => void) => () => void;

/**
 * What the page of the desktop app has in addition to a browser: `window.legajo`. The preload provides it, and only
 * src/renderer/platform uses it. It has nothing of Node or Electron.
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
  /** The main process holds the refresh token and alone uses it; the page gets identity tokens. */
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
  readonly drag: {
    prepare: Call<'drag:prepare'>;
    start: Call<'drag:start'>;
  };
  readonly update: {
    state: Call<'update:state'>;
    check: Call<'update:check'>;
    install: Call<'update:install'>;
    onChanged: Subscribe<'update:changed'>;
  };
}
