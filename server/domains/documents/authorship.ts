import type { Change } from '../../platform/db/change.ts';
import { follow } from '../../platform/db/change.ts';
import { membershipEnds } from '../libraries/libraries.hooks.ts';
import { raiseLibraryAccess } from '../libraries/library-changes.queries.ts';
import { personRenamed } from '../people/people.hooks.ts';
import { recordsAuthoredBy } from '../people/people.queries.ts';
import { refreshPlacement, touchRecord } from './faces/face-writer.queries.ts';
import { deleteAuthor } from './records/record-authors.queries.ts';

/** What happens to documents when one of their authors is renamed or leaves a library. */
export const authorshipFollowers = [
  follow(membershipEnds, endAuthorship),
  // The search rows hold the names of the authors.
  follow(personRenamed, async ({ trx }, { user }) => {
    for (const record of await recordsAuthoredBy(trx, user)) await refreshPlacement(trx, record);
  }),
];

/** Whoever leaves a library is an author of its documents no more (docs/domain/roles-and-visibility.md). */
async function endAuthorship(
  change: Change,
  { group, user, seq }: { readonly group: string; readonly user: string; readonly seq: number },
): Promise<void> {
  const { trx, at } = change;
  const records = await recordsAuthoredBy(trx, user, group);
  if (records.length === 0) return;
  await deleteAuthor(trx, user, records);
  for (const record of records) {
    await touchRecord(trx, record, seq, at);
    await refreshPlacement(trx, record);
    change.audit({
      action: 'record.authors',
      targetType: 'record',
      targetId: record,
      before: { author: user },
    });
    change.announce({ kind: 'record.changed', record, group });
  }
  await raiseLibraryAccess(trx, group);
}
