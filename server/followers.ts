import type { Follower } from './db/hooks.ts';
import { authorshipFollowers } from './services/authorship.ts';
import { calendarsFollowers } from './services/calendars.followers.ts';
import { complianceFollowers } from './services/compliance.followers.ts';
import { notificationsFollowers } from './services/tell-of-versions.ts';

/** What follows, in its transaction, from what a change tells; lower domains first. */
export const followers: readonly Follower[] = [
  ...authorshipFollowers,
  ...notificationsFollowers,
  ...complianceFollowers,
  ...calendarsFollowers,
];
