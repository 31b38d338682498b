import type { Router } from 'express';
import type { collaborativeTable } from '#shared/collaborative/collaborative.contract.ts';
import { fileHeaders } from '../../platform/http/answers/security-headers.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { idOf } from '../documents/contents/content.routes.ts';
import type { Identity } from '../identity/module.ts';
import type { Collaborative } from './module.ts';

export function collaborativeRoutes({
  collaborative,
  templates,
}: Collaborative): Handlers<typeof collaborativeTable> {
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

/** Serves a template's file. */
export function mountTemplates(router: Router, { authenticate, templates }: Identity & Collaborative): void {
  router.get('/docs/templates/:id/content', (req, res, next) => {
    const send = async (): Promise<void> => {
      const actor = await authenticate(req);
      const { name, bytes } = await templates.content(actor, idOf(req.params.id));
      res.set(fileHeaders({ name, type: 'application/octet-stream' }));
      res.send(Buffer.from(bytes));
    };
    send().catch(next);
  });
}
