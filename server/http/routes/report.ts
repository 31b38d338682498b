import type { reportTable } from '#shared/contract/report.ts';
import type { Services } from '../../services/services.ts';
import type { Handlers } from '../handlers.ts';

export function reportRoutes({ report }: Services): Handlers<typeof reportTable> {
  return {
    report: ({ actor, query }) => report.get(actor, query),
    reportMaster: ({ actor, query }) => report.master(actor, query),
  };
}
