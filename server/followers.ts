import { calendarsFollowers } from './domains/calendars/calendars.followers.ts';
import { complianceFollowers } from './domains/compliance/compliance.followers.ts';
import { contractorsFollowers } from './domains/contractors/contractors.followers.ts';
import { authorshipFollowers } from './domains/documents/authorship.ts';
import { notificationsFollowers } from './domains/notifications/notifications.followers.ts';
import { reviewsFollowers } from './domains/reviews/reviews.followers.ts';
import type { Follower } from './platform/db/change.ts';

/** What domains do, in the same transaction, when a hook is told; lower domains first. */
export const followers: readonly Follower[] = [
  ...authorshipFollowers,
  ...notificationsFollowers,
  ...reviewsFollowers,
  ...complianceFollowers,
  ...contractorsFollowers,
  ...calendarsFollowers,
];
