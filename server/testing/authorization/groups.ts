import type { groupTable } from '#shared/libraries/groups.contract.ts';
import type { departmentTable } from '#shared/organization/departments.contract.ts';
import type { World } from '../authorization-world.ts';
import { ADMIN, ANY_ADMIN, aMember, LIBRARY, type Rows, SIGNED_IN, theLibrary } from './rows.ts';

/** A library that no other row uses. */
const aLibrary = async (world: World) => ({ params: { id: (await world.emptyLibrary()).id } });
const aDepartment = async (world: World) => ({ params: { id: await world.department() } });

/** Libraries and their members, and departments. */
export const groupRows: Rows<keyof typeof groupTable | keyof typeof departmentTable> = {
  groupsByMember: { answers: SIGNED_IN },
  groupsByOrganization: { answers: SIGNED_IN },
  groups: { answers: ANY_ADMIN },
  groupGet: { answers: LIBRARY, input: theLibrary },
  groupCreate: {
    answers: ANY_ADMIN,
    input: async () => ({ body: { name: `Biblioteca ${Math.random()}` } }),
  },
  groupUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aLibrary(world)), body: { description: 'Otra' } }),
  },
  groupArchive: { answers: ADMIN, input: aLibrary },
  groupUnarchive: { answers: ADMIN, input: aLibrary },
  groupDelete: [
    { answers: ADMIN, input: aLibrary },
    {
      answers: '-xFFFFFrN',
      on: 'one with documents',
      input: async (world) => {
        await world.record();
        return theLibrary(world);
      },
    },
  ],
  members: { answers: LIBRARY, input: theLibrary },
  memberPut: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aMember(world)), body: { roles: ['upload'] } }),
  },
  memberDelete: { answers: ADMIN, input: aMember },
  departmentsByOrganization: { answers: SIGNED_IN },
  departments: { answers: ANY_ADMIN },
  departmentCreate: {
    answers: ANY_ADMIN,
    input: async () => ({ body: { name: `Departamento ${Math.random()}` } }),
  },
  departmentUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aDepartment(world)), body: { name: `Otro ${Math.random()}` } }),
  },
  departmentDelete: { answers: ADMIN, input: aDepartment },
};
