import type { Kernel } from '../../platform/kernel.ts';
import { createDocumentTypesService } from './document-types.service.ts';
import { createLabelAdminService } from './label-admin.service.ts';
import { createLabelSuggestionsService } from './label-suggestions.service.ts';
import { createLabelsService } from './labels.service.ts';

/** Labels and document types. */
export function createLabels({ deps }: Kernel) {
  const labels = createLabelsService(deps);
  return {
    labels,
    suggestions: createLabelSuggestionsService(deps, labels),
    labelAdmin: createLabelAdminService(deps),
    documentTypes: createDocumentTypesService(deps),
  };
}
export type Labels = ReturnType<typeof createLabels>;
