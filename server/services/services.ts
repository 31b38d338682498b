import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { loadActor, type TokenBearer, tokenOf } from '../identity/authenticate.ts';
import type { Identity, Pool } from '../identity/identity.ts';
import { type AuthService, createAuthService } from './auth.service.ts';
import { createFeedService, type FeedService } from './feed.service.ts';
import { createFirstRunService, type FirstRunService } from './first-run.service.ts';
import { createFoldersService, type FoldersService } from './folders.service.ts';
import { createLabelsService, type LabelsService } from './labels.service.ts';
import { createMembersService, type MembersService } from './members.service.ts';
import { createRecordEditService, type RecordEditService } from './record-edit.service.ts';
import { createRecordPlaceService, type RecordPlaceService } from './record-place.service.ts';
import { createRecordsService, type RecordsService } from './records.service.ts';
import { createSessionService, type SessionService } from './session.service.ts';
import { createUsersService, type UsersService } from './users.service.ts';

/** Every service, made once per process. */
export interface Services {
  readonly deps: Deps;
  /** Who makes a request. @throws unauthenticated, disabled */
  authenticate(req: TokenBearer): Promise<Actor>;
  /** The same for a token that did not come in a header, such as the first frame of a socket. */
  actorOf(token: string, ip: string | null): Promise<Actor>;
  readonly identity: Identity & { readonly pool: Pool };
  readonly auth: AuthService;
  readonly firstRun: FirstRunService;
  readonly session: SessionService;
  readonly users: UsersService;
  readonly members: MembersService;
  readonly records: RecordsService;
  readonly recordEdit: RecordEditService;
  readonly recordPlace: RecordPlaceService;
  readonly folders: FoldersService;
  readonly labels: LabelsService;
  readonly feed: FeedService;
}

export function createServices(deps: Deps, identity: Services['identity']): Services {
  const actorOf: Services['actorOf'] = (token, ip) => loadActor(deps.db, identity.verifier, token, ip);
  return {
    deps,
    authenticate: async (req) => actorOf(tokenOf(req), req.ip ?? null),
    actorOf,
    identity,
    auth: createAuthService(deps, identity.pool),
    firstRun: createFirstRunService(deps, identity.pool),
    session: createSessionService(deps, identity),
    users: createUsersService(deps, identity),
    members: createMembersService(deps),
    records: createRecordsService({
      ...deps,
      spendOperation: async () => {
        throw new ApiError('operation_spent');
      },
    }),
    recordEdit: createRecordEditService(deps),
    recordPlace: createRecordPlaceService(deps),
    folders: createFoldersService(deps),
    labels: createLabelsService(deps),
    feed: createFeedService(deps),
  };
}
