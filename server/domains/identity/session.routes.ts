import type { coreTable } from '#shared/identity/auth.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { tokenOf } from './authenticate.ts';
import type { Identity } from './module.ts';

export function sessionRoutes({ session }: Identity): Pick<Handlers<typeof coreTable>, 'session'> {
  return {
    session: ({ actor, req }) => session.current(actor, tokenOf(req)),
  };
}
