import type { Session } from '../session/session.ts';
import type { Handlers } from './handle.ts';

export function sessionCalls(session: Session): Handlers<'session'> {
  return {
    'session:state': () => session.state(),
    'session:signIn': (input) => session.signIn(input),
    'session:answerChallenge': (input) => session.answerChallenge(input),
    'session:signOut': () => session.signOut(),
    'session:token': (input) => session.token(input),
  };
}
