import { FIRST_STEPS } from '#shared/starting/first-steps.ts';
import type { FirstSteps } from '#shared/starting/starting.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import {
  findOrganization,
  lockOrganization,
  updateOrganization,
} from '../organization/organizations.queries.ts';
import { findStepsTaken } from './starting.queries.ts';

/** How far an organization is set up. The routes require an admin. */
export function createFirstStepsService({ db, changes, config }: Pick<Deps, 'db' | 'changes' | 'config'>) {
  async function load({ organization }: Actor): Promise<FirstSteps> {
    const mail = Boolean(config.smtpUrl);
    const taken = { mail, ...(await findStepsTaken(db, organization)) };
    const { settings } = await findOrganization(db, organization);
    return {
      dismissed: settings.firstSteps === 'dismissed',
      // Who runs the server gives it its mail (decision 0108): no admin can take that step.
      steps: FIRST_STEPS.map((key) => ({ key, done: taken[key], possible: key !== 'mail' || mail })),
    };
  }

  return {
    load,

    /** Puts the list away for all admins of the organization, or shows it again. Idempotent. */
    async dismiss(actor: Actor, dismissed: boolean): Promise<FirstSteps> {
      await changes.run(actor, async (change) => {
        await lockOrganization(change.trx, actor.organization);
        await requireAdminStill(change, actor);
        const { settings } = await findOrganization(change.trx, actor.organization);
        const before = settings.firstSteps === 'dismissed';
        if (before === dismissed) return;
        const { firstSteps: _, ...others } = settings;
        const after = dismissed ? { ...others, firstSteps: 'dismissed' as const } : others;
        await updateOrganization(change.trx, actor.organization, { settings: JSON.stringify(after) });
        change.audit({
          action: 'settings.firstSteps',
          targetType: 'organization',
          targetId: actor.organization,
          before: { dismissed: before },
          after: { dismissed },
        });
      });
      return load(actor);
    },
  };
}
