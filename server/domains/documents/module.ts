import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createConfirmService } from './confirm/confirm.service.ts';
import { createContentService } from './contents/content.service.ts';
import { createDownloadService } from './contents/download.service.ts';
import { createPagesService } from './contents/pages.service.ts';
import { createFoldersService } from './folders/folders.service.ts';
import { createActivityService } from './records/activity.service.ts';
import { createRecordEditService } from './records/record-edit.service.ts';
import { createRecordPlaceService } from './records/record-place.service.ts';
import { createRecordsService } from './records/records.service.ts';
import { createSendRecordsService } from './records/send-records.service.ts';
import { createSendVersionService } from './versions/send-version.service.ts';
import { createUploadAccess } from './versions/upload-access.ts';
import { createVersionHistoryService } from './versions/version-history.service.ts';
import { createVersionsService } from './versions/versions.service.ts';

type SpendOperation = Parameters<typeof createRecordsService>[0]['spendOperation'];

/**
 * Documents: records, their versions and bytes, and their folders.
 * @param given.spendOperation spends the one-operation token that a screen gave to a desktop
 */
export const createDocuments = (
  { deps, uploads, calls }: Kernel,
  { identity }: Identity,
  given: { readonly spendOperation: SpendOperation },
) => {
  const withOperations = { ...deps, ...given };
  const content = createContentService(deps);
  return {
    records: createRecordsService(withOperations),
    recordEdit: createRecordEditService(deps),
    recordPlace: createRecordPlaceService(deps),
    uploadAccess: createUploadAccess(deps, identity.verifier, calls.person),
    versions: createVersionsService(withOperations, uploads),
    sendVersion: createSendVersionService(withOperations, uploads),
    sendRecords: createSendRecordsService(deps, uploads),
    versionHistory: createVersionHistoryService(deps),
    confirms: createConfirmService(deps, uploads),
    content,
    pages: createPagesService(deps, content.readAll),
    activity: createActivityService(deps),
    downloads: createDownloadService(deps),
    folders: createFoldersService(deps),
  };
};
export type Documents = ReturnType<typeof createDocuments>;
