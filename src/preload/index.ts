import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { CallInput, CallName, CallOutput, EventData, EventName } from '../shared/ipc/channels.ts';
import type { DesktopApi } from '../shared/ipc/desktop-api.ts';
import type { IpcResult } from '../shared/ipc/result.ts';

/** A call without input. */
const ask =
  <N extends CallName>(channel: N) =>
  (): Promise<IpcResult<CallOutput<N>>> =>
    ipcRenderer.invoke(channel);

/** A call with input; the main process checks it, whatever the types promise here. */
const send =
  <N extends CallName>(channel: N) =>
  (input: CallInput<N>): Promise<IpcResult<CallOutput<N>>> =>
    ipcRenderer.invoke(channel, input);

const on =
  <N extends EventName>(channel: N) =>
  (listener: (data: EventData<N>) => void) => {
    // The event itself carries the sender: it stays on this side of the bridge.
    const relay = (_event: IpcRendererEvent, data: EventData<N>) => listener(data);
    ipcRenderer.on(channel, relay);
    return () => {
      ipcRenderer.removeListener(channel, relay);
    };
  };

contextBridge.exposeInMainWorld('legajo', {
  app: {
    info: ask('app:info'),
    openExternal: send('app:openExternal'),
    notify: send('app:notify'),
    saveDiagnostics: send('app:saveDiagnostics'),
    takeRoute: ask('app:takeRoute'),
    onNavigate: on('app:navigate'),
  },
  settings: {
    get: ask('settings:get'),
    checkServer: send('settings:checkServer'),
    setServer: send('settings:setServer'),
    pickRoot: ask('settings:pickRoot'),
    setRoot: send('settings:setRoot'),
    setTheme: send('settings:setTheme'),
    setPreferences: send('settings:setPreferences'),
  },
  session: {
    state: ask('session:state'),
    signIn: send('session:signIn'),
    answerChallenge: send('session:answerChallenge'),
    signOut: ask('session:signOut'),
    token: send('session:token'),
    onChanged: on('session:changed'),
  },
  sync: {
    state: ask('sync:state'),
    pause: ask('sync:pause'),
    resume: ask('sync:resume'),
    rescan: ask('sync:rescan'),
    setMode: send('sync:setMode'),
    resolveBlocked: send('sync:resolveBlocked'),
    answer: send('sync:answer'),
    openRecord: send('sync:openRecord'),
    countIgnored: send('sync:countIgnored'),
    showRoot: ask('sync:showRoot'),
    onChanged: on('sync:changed'),
  },
  drag: {
    prepare: send('drag:prepare'),
    start: send('drag:start'),
  },
  update: {
    state: ask('update:state'),
    check: ask('update:check'),
    install: ask('update:install'),
    onChanged: on('update:changed'),
  },
} satisfies DesktopApi);
