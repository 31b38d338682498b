import type { Kernel } from '../../platform/kernel.ts';
import { createPendingService } from './pending.service.ts';
import { createReviewsService } from './reviews.service.ts';

/** How versions are approved and published, and who is asked. */
export const createReviews = ({ deps }: Kernel) => ({
  reviews: createReviewsService(deps),
  pending: createPendingService(deps),
});
export type Reviews = ReturnType<typeof createReviews>;
