import type { Request } from 'express';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { loadActor, tokenOf } from '../http/authenticate.ts';
import type { TokenVerifier } from '../identity/tokens.ts';
import { createFeedService, type FeedService } from './feed.service.ts';
import { createFoldersService, type FoldersService } from './folders.service.ts';
import { createLabelsService, type LabelsService } from './labels.service.ts';
import { createRecordEditService, type RecordEditService } from './record-edit.service.ts';
import { createRecordPlaceService, type RecordPlaceService } from './record-place.service.ts';
import { createRecordsService, type RecordsService } from './records.service.ts';

/** Every service, made once per process. */
export interface Services {
  readonly deps: Deps;
  /** Who makes a request. @throws unauthenticated, disabled */
  authenticate(req: Request): Promise<Actor>;
  readonly records: RecordsService;
  readonly recordEdit: RecordEditService;
  readonly recordPlace: RecordPlaceService;
  readonly folders: FoldersService;
  readonly labels: LabelsService;
  readonly feed: FeedService;
}

export function createServices(deps: Deps, identity: TokenVerifier): Services {
  return {
    deps,
    authenticate: (req) => loadActor(deps.db, identity, tokenOf(req), req.ip ?? null),
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
