import type { Kernel } from '../../platform/kernel.ts';
import { createDocumentTypesService } from './document-types.service.ts';
import { createLabelAdminService } from './label-admin.service.ts';
import { createLabelsService } from './labels.service.ts';

/** Labels and document types. */
export const createLabels = ({ deps }: Kernel) => ({
  labels: createLabelsService(deps),
  labelAdmin: createLabelAdminService(deps),
  documentTypes: createDocumentTypesService(deps),
});
export type Labels = ReturnType<typeof createLabels>;
