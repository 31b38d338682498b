import type { Request } from 'express';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { loadActor, tokenOf } from '../http/authenticate.ts';
import type { TokenVerifier } from '../identity/tokens.ts';

/** Every service, made once per process. */
export interface Services {
  readonly deps: Deps;
  /** Who makes a request. @throws unauthenticated, disabled */
  authenticate(req: Request): Promise<Actor>;
}

export function createServices(deps: Deps, identity: TokenVerifier): Services {
  return {
    deps,
    authenticate: (req) => loadActor(deps.db, identity, tokenOf(req), req.ip ?? null),
  };
}
