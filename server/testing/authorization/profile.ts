import type { profileTable } from '#shared/people/profile.contract.ts';
import { TEST_PASSWORD } from '../factories.ts';
import { ADMIN, aPerson, NOBODY_ELSE, type Rows, SIGNED_IN } from './rows.ts';

/** The caller's account, sessions and second step, and what an admin may do with those of others. */
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
  // These people have no other sessions than those that this table uses.
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
