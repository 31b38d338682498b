import { create } from 'zustand';
import type { Session } from '#shared/identity/auth.schemas.ts';

/** `unknown`: not asked yet. `unreachable`: a session is stored, but the server did not answer. */
export type SessionStatus = 'unknown' | 'unreachable' | 'signed-in' | 'signed-out';

interface SessionState {
  status: SessionStatus;
  idToken: string | undefined;
  /** Milliseconds since the epoch at which the identity token ends. */
  expiresAt: number;
  user: Session | undefined;
  /** Whether a session of this person was ended by something else than signing out here. */
  ended: boolean;
  /** The second step of sign-in is being set up, until the person is done with all of it. */
  settingUp: boolean;
}

/** Who is signed in, for screens. The identity token is stored only here. */
export const useSession = create<SessionState>(() => ({
  status: 'unknown',
  idToken: undefined,
  expiresAt: 0,
  user: undefined,
  ended: false,
  settingUp: false,
}));

/** The signed-in person; only for screens behind the guard. */
export function useUser(): Session {
  const user = useSession((state) => state.user);
  if (!user) throw new Error('this screen stands behind the session guard');
  return user;
}
