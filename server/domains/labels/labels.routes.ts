import type { documentTypeTable } from '#shared/labels/document-types.contract.ts';
import type { labelTable } from '#shared/labels/labels.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Labels } from './module.ts';

export function labelRoutes({
  labels,
  suggestions,
  labelAdmin,
  documentTypes,
}: Labels): Handlers<typeof labelTable> & Handlers<typeof documentTypeTable> {
  return {
    labelsByOrganization: ({ actor }) => labels.list(actor),
    labels: ({ actor, query }) => labels.list(actor, query.group),
    labelSearch: ({ actor, query }) => labels.search(actor, query),
    labelsUsed: ({ actor, query }) => suggestions.listUsed(actor, query),
    labelCreate: ({ actor, body }) => labels.create(actor, body),
    documentTypes: ({ actor }) => labels.types(actor),
    typesManaged: ({ actor }) => documentTypes.list(actor),
    typeCreate: ({ actor, body }) => documentTypes.create(actor, body),
    typeUpdate: ({ actor, params, body }) => documentTypes.update(actor, params.id, body),
    typeDelete: ({ actor, params }) => documentTypes.remove(actor, params.id).then(() => ({ ok: true })),
    labelsManaged: ({ actor }) => labelAdmin.list(actor),
    labelById: ({ actor, params }) => labelAdmin.get(actor, params.id),
    labelUpdate: ({ actor, params, body }) => labelAdmin.update(actor, params.id, body),
    labelMergePreview: ({ actor, params, query }) => labelAdmin.preview(actor, params.id, query.into),
    labelMerge: ({ actor, params, body }) => labelAdmin.merge(actor, params.id, body.into),
    labelDelete: async ({ actor, params, query }) => {
      await labelAdmin.remove(actor, params.id, query.replacement);
      return { ok: true };
    },
  };
}
