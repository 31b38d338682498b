import type { Tokens } from '#shared/schemas/auth.ts';
import { request } from './http.ts';

/** Where the refresh token lies and who uses it differs by platform; the rest of the client never sees one. */
export interface SessionKeeper {
  /** What `client` to name when signing in. */
  readonly client: 'web' | 'desktop';
  /** Whether a session may be stored here. */
  stored(): Promise<boolean>;
  keep(tokens: Tokens): Promise<void>;
  /** A new identity token. Throws ApiError: 401 where the session is over, status 0 where nobody answers. */
  renew(): Promise<Tokens>;
  /** Ends the stored session, at the server too. */
  end(): Promise<void>;
  /** Forgets it here alone. */
  forget(): void;
  /** Calls back when the session ends elsewhere: in another tab, or by the main process. */
  onEnded(listener: () => void): () => void;
}

/** Says only that there was a sign-in here; the refresh token itself lies in a cookie that no script can read. */
const FLAG = 'legajo.signed-in';
/** One refresher at a time among the tabs of a browser (design: one refresh family per client). */
const LOCK = 'legajo.refresh';

const exclusively = async <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? await navigator.locks.request(LOCK, work) : work();

const browserKeeper: SessionKeeper = {
  client: 'web',
  stored: async () => localStorage.getItem(FLAG) !== null,
  keep: async () => localStorage.setItem(FLAG, '1'),
  renew: () =>
    exclusively(async () => (await request<Tokens>('/auth/refresh', { method: 'POST', data: {} })).data),
  end: async () => {
    await request('/auth/sign-out', { method: 'POST', data: {} });
  },
  forget: () => localStorage.removeItem(FLAG),
  onEnded: (listener) => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === FLAG && event.newValue === null) listener();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  },
};

export const keeper: SessionKeeper = browserKeeper;
