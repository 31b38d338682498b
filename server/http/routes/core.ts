import type { coreTable } from '#shared/contract/core.ts';
import { tokenOf } from '../../identity/authenticate.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

export function coreRoutes({ session }: Services): Omit<Handlers<typeof coreTable>, 'health' | 'ready'> {
  return {
    session: ({ actor, req }) => session.current(actor, tokenOf(req)),
  };
}
