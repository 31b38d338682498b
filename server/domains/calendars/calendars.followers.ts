import { type Follower, follow } from '../../platform/db/change.ts';
import { changeEnds } from '../../platform/db/hooks.ts';
import { secretsEnded } from '../identity/identity.hooks.ts';
import { endFeed } from './end-feed.ts';
import { judgeMarkedEvidence } from './judge-evidence.ts';

export const calendarsFollowers: readonly Follower[] = [
  // Which due days were met by what changed.
  follow(changeEnds, judgeMarkedEvidence),
  follow(secretsEnded, (change, { user }) => endFeed(change, user)),
];
