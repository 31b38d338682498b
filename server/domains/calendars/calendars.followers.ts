import { type Follower, follow } from '../../platform/db/change.ts';
import { changeEnds } from '../../platform/db/hooks.ts';
import { secretsEnded } from '../identity/identity.hooks.ts';
import { endFeed } from './end-feed.ts';
import { settleEvidence } from './settle-evidence.ts';

export const calendarsFollowers: readonly Follower[] = [
  // The change may have altered which due days are met.
  follow(changeEnds, settleEvidence),
  follow(secretsEnded, (change, { user }) => endFeed(change, user)),
];
