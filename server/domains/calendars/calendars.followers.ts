import { type Follower, follow } from '../../platform/db/change.ts';
import { changeEnds } from '../../platform/db/hooks.ts';
import { evidenceBegun, versionsConfirmed } from '../documents/documents.hooks.ts';
import { secretsEnded } from '../identity/identity.hooks.ts';
import { beginEvidence, linkArrivedEvidence } from './evidence/evidence-uploads.ts';
import { judgeMarkedEvidence } from './evidence/judge-evidence.ts';
import { endFeed } from './feed/end-feed.ts';
import { seriesFollowers } from './series/series.followers.ts';

export const calendarsFollowers: readonly Follower[] = [
  ...seriesFollowers,
  follow(evidenceBegun, beginEvidence),
  follow(versionsConfirmed, linkArrivedEvidence),
  // Which due days were met by what changed.
  follow(changeEnds, judgeMarkedEvidence),
  follow(secretsEnded, (change, { user }) => endFeed(change, user)),
];
