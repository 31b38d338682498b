import type { organizationTable } from '#shared/contract/organization.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../../platform/http/handlers.ts';

export function organizationRoutes({
  organization,
  settings,
  system,
  documentTypes,
}: Services): Handlers<typeof organizationTable> {
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
    settingsBin: ({ actor, body }) => settings.bin(actor, body),
    mailTest: ({ actor }) => system.testMail(actor),
    system: ({ actor }) => system.figures(actor),
    typesManaged: ({ actor }) => documentTypes.list(actor),
    typeCreate: ({ actor, body }) => documentTypes.create(actor, body),
    typeUpdate: ({ actor, params, body }) => documentTypes.update(actor, params.id, body),
    typeDelete: ({ actor, params }) => documentTypes.remove(actor, params.id).then(() => ({ ok: true })),
  };
}
