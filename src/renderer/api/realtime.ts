import { create } from 'zustand';
import type { Topic } from '#shared/platform/topics.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import type { ClientFrame, DesktopPresence, ServerFrame, Watcher } from '#shared/realtime/frames.ts';
import type { ListName } from '#shared/realtime/lists.ts';
import type { Message, MessageData, MessageDraft } from '#shared/realtime/messages.ts';
import { i18next } from '../i18n/i18n.ts';
import { serverUrl } from '../platform/platform.ts';
import { invalidate, invalidateAll } from './cache.ts';
import { ApiError } from './errors.ts';
import { currentToken, reloadUser } from './session.ts';
import { useSession } from './session-store.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

interface RealtimeState {
  connected: boolean;
  /** The person's desktops, as the server tells. */
  desktops: readonly DesktopPresence[];
  /** Who else has the watched record open. */
  watchers: { readonly record: string; readonly people: readonly Watcher[] } | undefined;
}

/** The socket's state for screens: whether it is connected, and which desktops are. */
export const useRealtime = create<RealtimeState>(() => ({
  connected: false,
  desktops: [],
  watchers: undefined,
}));

/** The status that HTTP has for the same refusal: what handles errors of calls handles those of the socket too. */
const STATUS_OF = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  too_many: 429,
  unavailable: 503,
} as const satisfies Record<Extract<ServerFrame, { frame: 'error' }>['code'], number>;

const offline = (): ApiError => new ApiError(0, 'offline', i18next.t('errors.offline'));

type Listener = (message: Message, channel: string) => void;

const positions = new Map<string, { epoch: string; seq: number }>();
const channels = new Map<string, number>();
const listeners = new Set<Listener>();
const waiting = new Map<string, { resolve: () => void; reject: (refusal: ApiError) => void }>();

let socket: WebSocket | undefined;
let watched: { record: string; editing: boolean } | undefined;
let wanted = false;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The schemas of frames, and zod with them: loaded after the first screen, which does not wait for messages. */
const loadFrames = () => import('#shared/realtime/frames.ts');

const address = (path: string): string => {
  const origin = serverUrl() || window.location.origin;
  return `${origin.replace(/^http/, 'ws')}${path}`;
};

const transmit = (frame: ClientFrame): void => socket?.send(JSON.stringify(frame));

/** Joins a channel from its last position, so that the server sends what was missed, or says that it cannot. */
function join(channel: string): void {
  const position = positions.get(channel);
  // First what was missed, then the rest: otherwise a new message could come before older ones.
  if (position) transmit({ frame: 'resume', channel, ...position });
  transmit({ frame: 'subscribe', channel });
}

/**
 * Everybody is told of a changed list at the same moment. So requests are spread over this time, with one for several
 * hints.
 */
const LISTS_WAIT_MS = 1000;
const changedLists = new Set<ListName>();

function invalidateList(list: ListName): void {
  if (changedLists.size === 0) {
    setTimeout(() => {
      const lists = [...changedLists];
      changedLists.clear();
      void invalidate(lists);
    }, Math.random() * LISTS_WAIT_MS);
  }
  changedLists.add(list);
}

/** What the server's messages tell of. They are hints: what is on screen is fetched again. */
const TOPICS_OF: Partial<Record<Message['type'], readonly Topic[]>> = {
  'notification.created': ['notifications'],
  'notification.changed': ['notifications', 'preferences'],
  'record.changed': ['documents'],
  'record.commented': ['comments'],
  'library.changed': ['libraries'],
  // Roles in libraries are also the person's own.
  'session.changed': ['libraries'],
};

function takeHint({ type, data }: Message): void {
  const topics = TOPICS_OF[type];
  if (topics) void invalidate(topics);
  if (type === 'list.changed') invalidateList((data as MessageData<'list.changed'>).list);
  if (type === 'session.changed') void reloadUser();
}

function receive(channel: string, message: Message): void {
  const known = positions.get(channel);
  if (message.seq !== undefined) {
    if (known && known.epoch === message.epoch) {
      if (message.seq <= known.seq) return;
      if (message.seq > known.seq + 1) {
        transmit({ frame: 'resume', channel, ...known });
        return;
      }
    }
    positions.set(channel, { epoch: message.epoch, seq: message.seq });
  }
  takeHint(message);
  for (const listener of listeners) listener(message, channel);
}

function settle(id: string | undefined, refusal?: ApiError): void {
  const entry = id ? waiting.get(id) : undefined;
  if (!id || !entry) return;
  waiting.delete(id);
  if (refusal) entry.reject(refusal);
  else entry.resolve();
}

function handle(frame: ServerFrame): void {
  switch (frame.frame) {
    case 'authenticated':
      // The answer to a renewed token: the joined channels stay.
      if (useRealtime.getState().connected) break;
      tries = 0;
      useRealtime.setState({ connected: true });
      for (const channel of channels.keys()) join(channel);
      if (watched) transmit({ frame: 'watch', ...watched });
      break;
    case 'subscribed':
      // A channel with a position is brought up to date by `resume`; only a new one starts here.
      if (!positions.has(frame.channel)) positions.set(frame.channel, { epoch: frame.epoch, seq: frame.seq });
      break;
    case 'resumed':
    case 'reset':
      positions.set(frame.channel, { epoch: frame.epoch, seq: frame.seq });
      if (frame.frame === 'reset') void invalidateAll();
      break;
    case 'message':
      receive(frame.channel, frame.message as Message);
      break;
    case 'presence':
      useRealtime.setState({ desktops: frame.desktops });
      break;
    case 'watchers':
      useRealtime.setState({ watchers: { record: frame.record, people: frame.people } });
      break;
    case 'accepted':
      settle(frame.id);
      break;
    case 'error':
      settle(frame.id, new ApiError(STATUS_OF[frame.code], frame.code, frame.message));
      break;
  }
}

function later(): void {
  clearTimeout(timer);
  if (!wanted) return;
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  tries += 1;
  // Spread out, so that not everybody reconnects in the same instant when a server is back.
  timer = setTimeout(() => void dial(), longest / 2 + Math.random() * (longest / 2));
}

async function dial(): Promise<void> {
  if (!wanted || socket) return;
  let token: string | undefined;
  let frames: Awaited<ReturnType<typeof loadFrames>>;
  try {
    [token, frames] = await Promise.all([currentToken(), loadFrames()]);
  } catch {
    later();
    return;
  }
  if (!token || !wanted || socket) return;
  const opened = new WebSocket(address(frames.REALTIME_PATH));
  socket = opened;
  opened.onopen = () => transmit({ frame: 'auth', token });
  opened.onmessage = (event) => {
    const frame = frames.serverFrameSchema.safeParse(JSON.parse(String(event.data)));
    if (frame.success) handle(frame.data);
  };
  opened.onclose = ({ code }) => {
    if (socket === opened) socket = undefined;
    useRealtime.setState({ connected: false, watchers: undefined });
    for (const id of [...waiting.keys()]) settle(id, offline());
    // Asked at once: a person who only looks at a screen makes no call that would tell.
    if (code === frames.CLOSE.unauthorized && wanted) void reloadUser();
    later();
  };
}

/** Calls back for every message of the joined channels, in order. Returns a function that ends it. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Joins a channel until the returned function is called. Several callers may join the same one. */
export function joinChannel(channel: string): () => void {
  const holders = channels.get(channel) ?? 0;
  channels.set(channel, holders + 1);
  if (holders === 0 && useRealtime.getState().connected) join(channel);
  return () => {
    const left = (channels.get(channel) ?? 1) - 1;
    if (left > 0) {
      channels.set(channel, left);
      return;
    }
    channels.delete(channel);
    positions.delete(channel);
    if (useRealtime.getState().connected) transmit({ frame: 'unsubscribe', channel });
  };
}

/** Tells which record this screen shows, and whether its person is editing. Returns a function that ends it. */
export function watchRecord(record: string, editing: boolean): () => void {
  const now = { record, editing };
  watched = now;
  if (useRealtime.getState().connected) transmit({ frame: 'watch', ...now });
  return () => {
    if (watched !== now) return;
    watched = undefined;
    useRealtime.setState({ watchers: undefined });
    if (useRealtime.getState().connected) transmit({ frame: 'unwatch' });
  };
}

/** Sends a message; resolves when the server accepted it. @throws ApiError where it refused, or no answer came */
export function sendMessage(channel: string, message: MessageDraft): Promise<void> {
  if (!useRealtime.getState().connected) return Promise.reject(offline());
  return new Promise((resolve, reject) => {
    waiting.set(message.id, { resolve, reject });
    transmit({ frame: 'send', channel, message });
  });
}

/** Opens the socket for the signed-in person and keeps it open, with their own channel joined. */
export function connect(userId: string): () => void {
  wanted = true;
  tries = 0;
  // What changed since the session was fetched comes first: lists may have been fetched before the socket listened.
  const since = useSession.getState().user?.live;
  if (since) positions.set(userChannel(userId), since);
  const leave = joinChannel(userChannel(userId));
  // A renewed token is sent over the same socket: the server closes sockets whose token has expired.
  const unwatch = useSession.subscribe((state, before) => {
    if (state.idToken && state.idToken !== before.idToken && useRealtime.getState().connected) {
      transmit({ frame: 'auth', token: state.idToken });
    }
  });
  const wake = (): void => {
    tries = 0;
    void dial();
  };
  addEventListener('online', wake);
  void dial();
  return () => {
    wanted = false;
    clearTimeout(timer);
    removeEventListener('online', wake);
    unwatch();
    leave();
    positions.clear();
    socket?.close();
    socket = undefined;
    useRealtime.setState({ connected: false, desktops: [], watchers: undefined });
  };
}
