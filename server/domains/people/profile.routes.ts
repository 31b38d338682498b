import type { profileTable } from '#shared/people/profile.contract.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Identity } from '../identity/module.ts';
import type { People } from './module.ts';

const done = { ok: true } as const;

export function profileRoutes({ profile, access, totp }: People & Identity): Handlers<typeof profileTable> {
  return {
    profile: ({ actor }) => profile.get(actor),
    profileUpdate: ({ actor, body }) => profile.update(actor, body),
    access: ({ actor }) => access.own(actor),
    sessionEnd: ({ actor, params }) => access.end(actor, params.id).then(() => done),
    sessionsEnd: async ({ actor }) => ({ ended: await access.endOthers(actor) }),
    totpSetup: ({ actor, body }) => totp.setup(actor, body.password),
    totpConfirm: async ({ actor, body }) => ({ recoveryCodes: await totp.confirm(actor, body.code) }),
    totpRecovery: async ({ actor, body }) => ({ recoveryCodes: await totp.renewRecovery(actor, body) }),
    totpDisable: ({ actor, body }) => totp.disable(actor, body).then(() => done),
    userAccess: ({ actor, params }) => access.of(actor, params.id),
    userSessionEnd: ({ actor, params }) => access.endOf(actor, params.id, params.session).then(() => done),
    userSessionsEnd: async ({ actor, params }) => ({ ended: await access.endAllOf(actor, params.id) }),
    userTotpReset: ({ actor, params }) => totp.reset(actor, params.id).then(() => done),
  };
}
