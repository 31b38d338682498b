import type { authTable } from '#shared/identity/auth.contract.ts';
import type { overviewTable } from '#shared/overview/overview.contract.ts';
import type { serverTable } from '#shared/platform/server.contract.ts';
import type { startingTable } from '#shared/starting/starting.contract.ts';
import { TEST_PASSWORD } from '../factories.ts';
import { ADMIN, ANY_ADMIN, aPerson, EVERYBODY, type Rows, SIGNED_IN } from './rows.ts';

/** Sign-in, session, pending items, the state of the server, and how an organization is set up. */
export const peopleRows: Rows<
  keyof (typeof authTable & typeof overviewTable & typeof serverTable & typeof startingTable)
> = {
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
  welcome: {
    answers: 'rrrrrrrrr',
    input: async (world) => ({ body: { email: (await world.person()).email, secret: 'A'.repeat(43) } }),
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
  userDuties: { answers: ADMIN, input: aPerson },
  userHandOver: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aPerson(world)), body: { to: null } }),
  },
  userHandBack: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aPerson(world)), body: { obligations: [], rules: [] } }),
  },
  mailTest: { answers: ANY_ADMIN },
  system: { answers: ANY_ADMIN },
  firstSteps: { answers: ANY_ADMIN },
  firstStepsUpdate: { answers: ANY_ADMIN, input: async () => ({ body: { dismissed: true } }) },
  starterSets: { answers: ANY_ADMIN },
  starterSet: { answers: ANY_ADMIN, input: async () => ({ params: { key: 'services' } }) },
  starterSetApply: {
    answers: ANY_ADMIN,
    input: async () => ({
      params: { key: 'services' },
      body: { items: ['type:PROP'], startsOn: '2026-02-01' },
    }),
  },
};
