import { type Follower, follow } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { folderDeleted } from '../documents/documents.hooks.ts';
import { findPartyOfFolder } from './parties.queries.ts';
import { t } from './texts.ts';

export const contractorsFollowers: readonly Follower[] = [
  // Who loses their folder would be off the list with all that they owe.
  follow(folderDeleted, async (change, { folder }) => {
    if (await findPartyOfFolder(change.trx, folder))
      throw new ApiError('conflict', undefined, { message: t('folder') });
  }),
];
