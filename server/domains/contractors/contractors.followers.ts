import { type Follower, follow } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { folderDeleted, folderRenamed } from '../documents/documents.hooks.ts';
import { partyRenamed } from './contractors.hooks.ts';
import { findPartyOfFolder } from './parties.queries.ts';
import { t } from './texts.ts';

export const contractorsFollowers: readonly Follower[] = [
  follow(folderRenamed, async (change, { folder }) => {
    const party = await findPartyOfFolder(change.trx, folder);
    if (party) await change.tell(partyRenamed, { party: party.id });
  }),
  // Who loses their folder would be off the list with all that they owe.
  follow(folderDeleted, async (change, { folder }) => {
    if (await findPartyOfFolder(change.trx, folder))
      throw new ApiError('conflict', undefined, { message: t('folder') });
  }),
];
