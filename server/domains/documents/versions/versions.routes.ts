import type { versionTable } from '#shared/documents/versions.contract.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Identity } from '../../identity/module.ts';
import { signLink, signZip } from '../../identity/tokens/signed-links.ts';
import type { Documents } from '../module.ts';

type Services = Documents & Identity & Kernel;

const ok = { ok: true } as const;

export function versionRoutes(services: Services): Handlers<typeof versionTable> {
  const { versions, versionHistory, confirms, content, downloads } = services;
  return {
    versionCreate: ({ actor, body, operation, operationToken }) =>
      versions.create(actor, body, { operation, operationToken }),
    confirm: ({ actor, body }) => confirms.confirm(actor, body),
    confirmBatch: ({ actor, body }) => confirms.confirmBatch(actor, body.items),
    versionErrored: async ({ actor, body }) => {
      await versions.giveUp(actor, body._id);
      return ok;
    },
    versionsByRecord: ({ actor, params }) => versions.list(actor, params.id),
    versionLink: async ({ actor, params }) => {
      const version = await content.find(actor, params.id);
      return signLink(services, { actor, version: version.id });
    },
    downloadCreate: async ({ actor, body }) => {
      const { entries, size } = await downloads.plan(actor, body);
      const link = await signZip(services, { actor, choice: body });
      return { ...link, documents: entries.length, size };
    },
    contentsKnown: ({ actor, body }) => content.known(actor, body.hashes),
    versionText: ({ actor, params }) => content.text(actor, params.id),
    versionRestore: ({ actor, params, body, operation }) =>
      versionHistory.restore(actor, params.id, body.base, operation),
    versionUse: ({ actor, params, body, operation }) =>
      versionHistory.use(actor, params.id, body.base, operation),
    versionKeep: async ({ actor, params }) => {
      await versionHistory.keep(actor, params.id);
      return ok;
    },
    versionDiscard: async ({ actor, params }) => {
      await versionHistory.discard(actor, params.id);
      return ok;
    },
  };
}
