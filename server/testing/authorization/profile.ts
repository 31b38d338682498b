import type { profileTable } from '#shared/people/profile.contract.ts';
import { TEST_PASSWORD } from '../factories.ts';
import { ADMIN, aPerson, NOBODY_ELSE, type Rows, SIGNED_IN } from './rows.ts';

/** One's own account, sessions and second step; an admin's hand in those of others. */
export const profileRows: Rows<keyof typeof profileTable> = {
  profile: { answers: SIGNED_IN },
  profileUpdate: {
    answers: SIGNED_IN,
    input: async () => ({ body: { firstname: 'Otro', lastname: 'Nombre' } }),
  },
  access: { answers: SIGNED_IN },
  sessionEnd: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => ({ params: { id: (await world.session()).id } }),
  },
  // The sessions that this table calls by are the only ones of these people.
  sessionsEnd: { answers: SIGNED_IN },
  totpSetup: { answers: SIGNED_IN, input: async () => ({ body: { password: TEST_PASSWORD } }) },
  totpConfirm: {
    on: 'a wrong code',
    answers: '-xrrrrrrr',
    input: async () => ({ body: { code: '000000' } }),
  },
  totpRecovery: {
    on: 'nothing turned on',
    answers: '-xrrrrrrr',
    input: async () => ({ body: { password: TEST_PASSWORD, code: '000000' } }),
  },
  totpDisable: {
    on: 'nothing turned on',
    answers: '-xrrrrrrr',
    input: async () => ({ body: { password: TEST_PASSWORD, code: '000000' } }),
  },
  userAccess: { answers: ADMIN, input: aPerson },
  userSessionEnd: {
    answers: ADMIN,
    input: async (world) => {
      const { user, id: session } = await world.session();
      return { params: { id: user, session } };
    },
  },
  userSessionsEnd: { answers: ADMIN, input: aPerson },
  userTotpReset: { answers: ADMIN, input: aPerson },
};
