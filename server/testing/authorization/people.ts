import type { authTable } from '#shared/identity/auth.contract.ts';
import type { overviewTable } from '#shared/overview/overview.contract.ts';
import type { serverTable } from '#shared/platform/server.contract.ts';
import { TEST_PASSWORD } from '../factories.ts';
import { ANY_ADMIN, EVERYBODY, type Rows, SIGNED_IN } from './rows.ts';

/** Sign-in, session, pending items, and the state of the server. */
export const peopleRows: Rows<keyof (typeof authTable & typeof overviewTable & typeof serverTable)> = {
  signIn: {
    answers: EVERYBODY,
    input: async (world) => ({ body: { email: (await world.person()).email, password: TEST_PASSWORD } }),
  },
  answerChallenge: {
    answers: 'rrrrrrrrr',
    input: async () => ({ body: { session: 'x', newPassword: 'una clave nueva' } }),
  },
  refresh: { answers: '---------', input: async () => ({ body: { refreshToken: 'x' } }) },
  signOut: { answers: EVERYBODY, input: async () => ({ body: { refreshToken: 'x' } }) },
  forgotPassword: {
    answers: EVERYBODY,
    input: async (world) => ({ body: { email: (await world.person()).email } }),
  },
  resetPassword: {
    answers: 'rrrrrrrrr',
    input: async (world) => ({
      body: { email: (await world.person()).email, code: '000000', password: 'una clave nueva' },
    }),
  },
  changePassword: {
    answers: '-xrrrrrrr',
    on: 'a wrong current one',
    input: async () => ({ body: { current: 'no es esta', password: 'una clave nueva' } }),
  },
  jwks: { answers: EVERYBODY },
  firstRunState: { answers: EVERYBODY },
  firstRun: {
    answers: 'rrrrrrrrr',
    on: 'an installation that has its organization',
    input: async () => ({
      body: {
        ...{ code: 'x', organization: 'Otra', email: 'yo@legajo.test', firstname: 'Yo', lastname: 'Mismo' },
        password: 'una clave nueva',
      },
    }),
  },
  session: { answers: SIGNED_IN },
  health: { answers: EVERYBODY },
  ready: { answers: EVERYBODY },
  openapi: { answers: EVERYBODY },
  // Only the upgrade is served; the first frame authenticates the caller (server/platform/realtime).
  realtime: { answers: 'rrrrrrrrr' },
  dashboard: { answers: SIGNED_IN },
  tasks: { answers: SIGNED_IN },
  mailTest: { answers: ANY_ADMIN },
  system: { answers: ANY_ADMIN },
};
