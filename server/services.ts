import { isDemoEmail } from './demo/organization.ts';
import { createAudit } from './domains/audit/module.ts';
import { createCalendars } from './domains/calendars/module.ts';
import { createCollaborative } from './domains/collaborative/module.ts';
import { createComments } from './domains/comments/module.ts';
import { createCompliance } from './domains/compliance/module.ts';
import { createContractors } from './domains/contractors/module.ts';
import { createDocuments } from './domains/documents/module.ts';
import { createFileRequests } from './domains/file-requests/module.ts';
import type { Identity as Door, Pool } from './domains/identity/identity.ts';
import { createIdentity } from './domains/identity/module.ts';
import { createImports } from './domains/imports/module.ts';
import { createLabels } from './domains/labels/module.ts';
import { createLibraries } from './domains/libraries/module.ts';
import { createNotifications } from './domains/notifications/module.ts';
import { createOrganization } from './domains/organization/module.ts';
import { createOverview } from './domains/overview/module.ts';
import { createPeople } from './domains/people/module.ts';
import { createReport } from './domains/report/module.ts';
import { createRetention } from './domains/retention/module.ts';
import { createReviews } from './domains/reviews/module.ts';
import { createSearch } from './domains/search/module.ts';
import { createStarting } from './domains/starting/module.ts';
import type { Online } from './domains/sync-feed/clients.service.ts';
import { createSyncFeed } from './domains/sync-feed/module.ts';
import { spendOperation } from './domains/sync-feed/operations.service.ts';
import type { Deps } from './platform/deps.ts';
import { createKernel } from './platform/kernel.ts';
import type { Hub } from './platform/realtime/hub.ts';

/**
 * The services of all domains, made once per process.
 * @param live.online which desktops are connected now
 * @param live.hub the realtime channels of this process
 */
export function createServices(
  deps: Deps,
  door: Door & { readonly pool: Pool },
  live: { readonly online: Online; readonly hub: Hub },
) {
  const kernel = createKernel(deps);
  const syncFeed = createSyncFeed(kernel, live.online);
  const identity = createIdentity(kernel, {
    identity: door,
    desktops: syncFeed.clients,
    hub: live.hub,
    isDemoEmail,
  });
  const documents = createDocuments(kernel, identity, { spendOperation });
  const services = {
    ...kernel,
    ...identity,
    ...documents,
    ...syncFeed,
    ...createOrganization(kernel),
    ...createAudit(kernel),
    ...createLibraries(kernel),
    ...createPeople(kernel, identity),
    ...createLabels(kernel),
    ...createSearch(kernel),
    ...createNotifications(kernel, identity),
    ...createReviews(kernel),
    ...createComments(kernel),
    ...createRetention(kernel, documents),
    ...createCompliance(kernel),
    ...createContractors(kernel),
    ...createCollaborative(kernel),
    ...createFileRequests(kernel, identity),
    ...createCalendars(kernel, identity),
    ...createReport(kernel, identity),
    ...createStarting(kernel),
    ...createImports(kernel, identity),
  };
  return { ...services, ...createOverview(kernel, services) };
}

export type Services = ReturnType<typeof createServices>;
