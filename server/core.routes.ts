import type { coreTable } from '#shared/contract/core.ts';
import { tokenOf } from './domains/identity/authenticate.ts';
import type { Services } from './services.ts';
import type { Handlers } from './platform/http/handlers.ts';

export function coreRoutes({ session }: Services): Omit<Handlers<typeof coreTable>, 'health' | 'ready'> {
  return {
    session: ({ actor, req }) => session.current(actor, tokenOf(req)),
  };
}
