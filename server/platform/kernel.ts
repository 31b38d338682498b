import type { Deps } from './deps.ts';
import { createHeavy, type Heavy } from './heavy/heavy.ts';
import { createLargeBodies, type LargeBodies } from './heavy/large-bodies.ts';
import { createPace, type Pace } from './heavy/pace.ts';
import { LEASE_SECONDS } from './leases/held-leases.ts';
import { createLeases } from './leases/leases.queries.ts';
import { type CallLimits, createCallLimits } from './limits/calls.ts';
import { createDisclosureLimit, type DisclosureLimit } from './limits/disclosure-limit.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

/** What every domain may build on, made once per process. */
export interface Kernel {
  readonly deps: Deps;
  readonly heavy: Heavy;
  readonly calls: CallLimits;
  readonly pace: Pace;
  readonly largeBodies: LargeBodies;
  readonly taken: DisclosureLimit;
  readonly uploads: Uploads;
}

export function createKernel(deps: Deps): Kernel {
  // The embedded database has one process.
  const leases = deps.engine === 'pglite' ? null : createLeases(deps.db, LEASE_SECONDS);
  return {
    deps,
    heavy: createHeavy({
      atOnce: deps.config.heavyAtOnce,
      leases,
      onError: (error) => deps.log.warn({ err: error }, 'a lease was not kept'),
    }),
    calls: createCallLimits(deps),
    pace: createPace(deps.config.databasePool),
    largeBodies: createLargeBodies(),
    taken: createDisclosureLimit(deps),
    uploads: createUploads(deps, leases),
  };
}
