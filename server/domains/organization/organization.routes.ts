import type { departmentTable } from '#shared/organization/departments.contract.ts';
import type { organizationTable } from '#shared/organization/organization.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Organization } from './module.ts';

const done = { ok: true } as const;

export function organizationRoutes({
  organization,
  settings,
  departments,
}: Organization): Handlers<typeof organizationTable> & Handlers<typeof departmentTable> {
  return {
    organizationProfile: ({ actor }) => organization.profile(actor),
    organizationUpdate: ({ actor, body }) => organization.update(actor, body),
    organizationLogoUpdate: ({ actor, body }) => organization.setLogo(actor, body),
    organizationLogoDelete: ({ actor, query }) => organization.removeLogo(actor, query.rev),
    settings: ({ actor }) => settings.all(actor),
    settingsInForce: ({ actor }) => settings.inForce(actor),
    settingsLimits: ({ actor, body }) => settings.limits(actor, body),
    settingsReminders: ({ actor, body }) => settings.reminders(actor, body),
    settingsHolidays: ({ actor, body }) => settings.holidays(actor, body),
    settingsPasswords: ({ actor, body }) => settings.passwords(actor, body),
    settingsSecondStep: ({ actor, body }) => settings.secondStep(actor, body),
    settingsManagers: ({ actor, body }) => settings.managers(actor, body),
    settingsBin: ({ actor, body }) => settings.bin(actor, body),
    departmentsByOrganization: ({ actor }) => departments.names(actor),
    departments: ({ actor }) => departments.list(actor),
    departmentCreate: ({ actor, body }) => departments.create(actor, body),
    departmentUpdate: ({ actor, params, body }) => departments.update(actor, params.id, body),
    departmentDelete: ({ actor, params }) => departments.remove(actor, params.id).then(() => done),
  };
}
