import type { labelTable } from '#shared/contract/labels.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

export function labelRoutes({ vocabulary }: Services): Handlers<typeof labelTable> {
  return {
    labelsManaged: ({ actor }) => vocabulary.list(actor),
    labelById: ({ actor, params }) => vocabulary.get(actor, params.id),
    labelUpdate: ({ actor, params, body }) => vocabulary.update(actor, params.id, body),
    labelMergePreview: ({ actor, params, query }) => vocabulary.preview(actor, params.id, query.into),
    labelMerge: ({ actor, params, body }) => vocabulary.merge(actor, params.id, body.into),
    labelDelete: async ({ actor, params, query }) => {
      await vocabulary.remove(actor, params.id, query.replacement);
      return { ok: true };
    },
  };
}
