import type { startingTable } from '#shared/starting/starting.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Starting } from './module.ts';

export function startingRoutes({ firstSteps, starterSets }: Starting): Handlers<typeof startingTable> {
  return {
    firstSteps: ({ actor }) => firstSteps.load(actor),
    firstStepsUpdate: ({ actor, body }) => firstSteps.dismiss(actor, body.dismissed),
    starterSets: async () => starterSets.list(),
    starterSet: ({ actor, params }) => starterSets.preview(actor, params.key),
    starterSetApply: ({ actor, params, body }) => starterSets.apply(actor, params.key, body),
  };
}
