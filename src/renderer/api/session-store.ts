import { create } from 'zustand';
import type { Session } from '#shared/identity/auth.schemas.ts';

/**
 * `unknown`: not asked yet. `unreachable`: a session is stored but nobody answered, so nothing can be said of it.
 */
export type SessionStatus = 'unknown' | 'unreachable' | 'signed-in' | 'signed-out';

interface SessionState {
  status: SessionStatus;
  idToken: string | undefined;
  /** Milliseconds since the epoch at which the identity token ends. */
  expiresAt: number;
  user: Session | undefined;
  /** The second step of sign-in is being asked for: until its person is done with it, and not only until it is set up. */
  settingUp: boolean;
}

/** Who is signed in, as the screen knows it. The identity token lives here and nowhere else. */
export const useSession = create<SessionState>(() => ({
  status: 'unknown',
  idToken: undefined,
  expiresAt: 0,
  user: undefined,
  settingUp: false,
}));

/** The signed-in person; only for screens behind the guard. */
export function useUser(): Session {
  const user = useSession((state) => state.user);
  if (!user) throw new Error('this screen stands behind the session guard');
  return user;
}
