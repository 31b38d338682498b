import type { Request } from 'express';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/errors.ts';
import { noteCaller } from '../../platform/http/calls/call-notes.ts';
import { isLocalCall } from '../../platform/http/local.ts';
import type { Kernel } from '../../platform/kernel.ts';
import type { Hub } from '../../platform/realtime/hub.ts';
import { createAccessService, type ListDesktops } from './access.service.ts';
import { createAuthService } from './auth.service.ts';
import { type Entry, loadActor, loadPerson, tokenOf } from './authenticate.ts';
import { demoRule, type RequireDemoHere } from './demo-people.ts';
import { createFirstRunService } from './first-run.service.ts';
import type { Identity as Door, Pool } from './identity.ts';
import { createPasswordService } from './passwords/password.service.ts';
import { createTotpService } from './second-factor/totp.service.ts';
import { createSessionService } from './session.service.ts';

/** Where a call without a request of its own comes from. */
export interface Caller {
  readonly address: string;
  /** From the server's own machine, as far as can be known. */
  readonly local: boolean;
}

/** Finds out who makes a request. Each of these counts as a call of that person, apart from those by an id alone. */
export interface Callers {
  /** @throws unauthenticated, disabled, demo_local, second_step_required, rate_limited */
  authenticate(req: Request, how?: Entry): Promise<Actor>;
  /** The same for a token that did not come in a header, such as the first frame of a socket. */
  actorOf(token: string, ip: string | null, how?: Entry): Promise<Actor>;
  /**
   * A person by one of their sessions, where there is one; it must not have ended.
   * @throws unauthenticated, disabled, rate_limited
   */
  actorOfSession(user: string, session: string | null, ip: string | null): Promise<Actor>;
  /** A person by their id alone. @throws unauthenticated, disabled */
  actorById(user: string, ip: string | null): Promise<Actor>;
  /** As `actorOf`, with the moment at which the token expires. @throws demo_local too */
  enter(token: string, from: Caller): Promise<{ actor: Actor; expiresAt: Date }>;
}

function createCallers({ deps, calls }: Kernel, identity: Door, requireDemoHere: RequireDemoHere): Callers {
  const actorOf: Callers['actorOf'] = (token, ip, how) =>
    loadActor(deps.db, identity.verifier, token, ip, how);
  return {
    authenticate: async (req, how) => {
      const known = async (): Promise<Actor> => actorOf(tokenOf(req), req.ip ?? null, how);
      const actor = await known().catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) await calls.stranger(req.ip ?? '');
        throw error;
      });
      noteCaller(req, actor.user);
      requireDemoHere(actor, { local: isLocalCall(req, deps.config) });
      await calls.person(actor.user);
      return actor;
    },
    actorOf,
    actorOfSession: async (user, session, ip) => {
      const actor = await loadPerson(deps.db, { user, session }, ip);
      await calls.person(actor.user);
      return actor;
    },
    actorById: (user, ip) => loadPerson(deps.db, { user, session: null }, ip),
    enter: async (token, from) => {
      const actor = await actorOf(token, from.address);
      requireDemoHere(actor, from);
      const { raw } = await identity.verifier.verify(token);
      return { actor, expiresAt: new Date(Number(raw.exp) * 1000) };
    },
  };
}

/**
 * Who somebody is, and how they sign in.
 * @param given.isDemoEmail whether an account is one of the demo's, whose password is public
 */
export const createIdentity = (
  kernel: Kernel,
  given: {
    readonly identity: Door & { readonly pool: Pool };
    readonly desktops: ListDesktops;
    readonly hub: Hub;
    readonly isDemoEmail: (email: string) => boolean;
  },
) => {
  const { deps } = kernel;
  const { identity } = given;
  const requireDemoHere = demoRule(deps.config, given.isDemoEmail);
  return {
    identity,
    ...createCallers(kernel, identity, requireDemoHere),
    auth: createAuthService(deps, identity.pool, requireDemoHere),
    password: createPasswordService(deps, identity.pool),
    firstRun: createFirstRunService(deps, identity.pool),
    session: createSessionService(deps, identity, given.hub),
    access: createAccessService(deps, identity, given.desktops),
    totp: createTotpService(deps, identity),
  };
};
export type Identity = ReturnType<typeof createIdentity>;
