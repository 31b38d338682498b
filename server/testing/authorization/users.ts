import type { usersTable } from '#shared/people/users.contract.ts';
import { ADMIN, ANY_ADMIN, aGroupOfThem, aPerson, type Rows, SIGNED_IN } from './rows.ts';

const table = async () => {
  const text = `Nombres;Apellidos;Correo\nNueva;Persona;p${Math.random()}@legajo.test\n`;
  return { body: { file: { name: 'personas.csv', data: Buffer.from(text).toString('base64') } } };
};
const csv = async () => ({ query: { format: 'csv' as const } });

/** People and the calls of the user directory. */
export const usersRows: Rows<keyof typeof usersTable> = {
  usersByOrganization: { answers: SIGNED_IN },
  userList: { answers: ANY_ADMIN },
  userExport: { answers: ANY_ADMIN, input: csv },
  userImportTemplate: { answers: ANY_ADMIN, input: csv },
  userImportCheck: { answers: ANY_ADMIN, input: table },
  userImportFaults: { answers: ANY_ADMIN, input: table },
  userImport: { answers: ANY_ADMIN, input: table },
  userCreate: {
    answers: ANY_ADMIN,
    input: async () => ({
      body: { email: `p${Math.random()}@legajo.test`, firstname: 'Nueva', lastname: 'Persona' },
    }),
  },
  userUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aPerson(world)), body: { firstname: 'Otra' } }),
  },
  userGet: { answers: ADMIN, input: aPerson },
  userDelete: { answers: ADMIN, input: aPerson },
  userEnable: { answers: ADMIN, input: aPerson },
  userDisable: { answers: ADMIN, input: aPerson },
  userResetPassword: { answers: ADMIN, input: aPerson },
  userAccessLink: [
    { answers: ADMIN, input: aPerson },
    {
      answers: '-xFFFFFrN',
      on: 'somebody who has signed in',
      input: async (world) => ({ params: { id: (await world.session()).user } }),
    },
  ],
  userAccessLinks: {
    answers: ADMIN,
    input: async (world) => ({ body: { users: [(await world.person()).id] } }),
  },
  userGroups: { answers: ADMIN, input: aPerson },
  userGroupAdd: { answers: ADMIN, input: aGroupOfThem },
  userGroupRemove: { answers: ADMIN, input: aGroupOfThem },
  directoryGroups: { answers: ANY_ADMIN },
};
