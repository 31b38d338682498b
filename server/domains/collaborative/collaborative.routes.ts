import type { collaborativeTable } from '#shared/contract/collaborative.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

export function collaborativeRoutes({
  collaborative,
  templates,
}: Services): Handlers<typeof collaborativeTable> {
  return {
    collaborativeCreate: ({ actor, body, operation }) => collaborative.create(actor, body, operation),
    templates: ({ actor }) => templates.list(actor),
    templateCreate: ({ actor, body }) => templates.create(actor, body),
    templateUpdate: ({ actor, params, body }) => templates.update(actor, params.id, body),
    templateDelete: async ({ actor, params }) => {
      await templates.remove(actor, params.id);
      return { ok: true };
    },
  };
}
