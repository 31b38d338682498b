import { type Follower, follow } from '../../platform/db/change.ts';
import { changeEnds } from '../../platform/db/hooks.ts';
import { labelReplaced } from '../labels/labels.hooks.ts';
import { libraryReopened } from '../libraries/libraries.hooks.ts';
import { holidaysChanged } from '../organization/organization.hooks.ts';
import { judgeMarkedFolders, writeStandings } from './compliance-standings.ts';
import { findFoldersOf, rejudgeLibrary, rejudgeOrganization } from './compliance-timelines.queries.ts';
import { relabelRules } from './relabel-rules.ts';

/** How folders stand depends on what other domains change. */
export const complianceFollowers: readonly Follower[] = [
  follow(changeEnds, judgeMarkedFolders),
  // By terms that end on working days: worked out again by the next sweep.
  follow(holidaysChanged, ({ trx, at }, { organization }) => rejudgeOrganization(trx, organization, at)),
  // Nobody waits at a gate for the next sweep.
  follow(libraryReopened, async (change, { group }) => {
    await rejudgeLibrary(change.trx, group, change.at);
    await writeStandings(change, await findFoldersOf(change.trx, [group]));
  }),
  follow(labelReplaced, relabelRules),
];
