import type { Kernel } from '../../platform/kernel.ts';
import { createCollaborativeService } from './collaborative.service.ts';
import { createTemplatesService } from './templates.service.ts';

/** Documents that are written together, and their templates. */
export const createCollaborative = ({ deps, heavy }: Kernel) => ({
  templates: createTemplatesService(deps, heavy),
  collaborative: createCollaborativeService(deps, heavy),
});
export type Collaborative = ReturnType<typeof createCollaborative>;
