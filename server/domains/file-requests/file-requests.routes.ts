import type { deliveryTable } from '#shared/file-requests/deliveries.contract.ts';
import type { fileRequestTable } from '#shared/file-requests/file-requests.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { FileRequests } from './module.ts';

export function fileRequestRoutes({
  fileRequests,
  deliveries,
}: FileRequests): Handlers<typeof fileRequestTable & typeof deliveryTable> {
  return {
    fileRequestCreate: ({ actor, body }) => fileRequests.create(actor, body),
    fileRequestsByFolder: ({ actor, params }) => fileRequests.list(actor, params.folder),
    fileRequestRevoke: ({ actor, params }) => fileRequests.revoke(actor, params.id),
    fileRequestMail: ({ actor, params, body }) => fileRequests.mail(actor, params.id, body),
    deliveryOpen: ({ body, ip }) => deliveries.open(body.secret, ip),
    deliveryBegin: ({ body, ip }) => deliveries.begin(body, ip),
    deliveryConfirm: ({ params, body, ip }) => deliveries.confirm(body, params.id, ip),
    deliveryGiveUp: async ({ params, body, ip }) => {
      await deliveries.giveUp(body.secret, params.id, ip);
      return { ok: true };
    },
  };
}
