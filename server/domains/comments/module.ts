import type { Kernel } from '../../platform/kernel.ts';
import { createCommentsService } from './comments.service.ts';

/** What people say of a passage, a page or a version of a document. */
export const createComments = ({ deps }: Kernel) => ({ comments: createCommentsService(deps) });
export type Comments = ReturnType<typeof createComments>;
