import type { z } from 'zod';
import { DIRECTORY_GROUPS } from '#shared/access/roles.ts';
import { formatRut } from '#shared/people/rut.ts';
import type { Account, userCreate, userUpdate } from '#shared/people/users.schemas.ts';
import type { LibraryMembership } from '../../components/library-roles/library-roles.tsx';

/** The values of a person's form. */
export interface PersonValues extends Record<string, unknown> {
  firstname: string;
  lastname: string;
  email: string;
  rut: string;
  department: string | null;
  admin: boolean;
  manager: boolean;
  libraries: LibraryMembership[];
}

export const NOBODY: PersonValues = {
  firstname: '',
  lastname: '',
  email: '',
  rut: '',
  department: null,
  admin: false,
  manager: false,
  libraries: [],
};

export const valuesOf = (person: Account): PersonValues => ({
  firstname: person.firstname,
  lastname: person.lastname,
  email: person.email,
  rut: person.rut ? formatRut(person.rut) : '',
  department: person.department?._id ?? null,
  admin: person.roles.includes('admin'),
  manager: person.roles.includes('manager'),
  libraries: person.libraries.map(({ group, roles }) => ({ group: group._id, roles })),
});

const rolesOf = (values: PersonValues) => DIRECTORY_GROUPS.filter((role) => values[role]);
const copied = ({ group, roles }: LibraryMembership) => ({ group, roles: [...roles] });

/** The body of the call that creates a person. */
export const createBody = (values: PersonValues): z.input<typeof userCreate> => ({
  firstname: values.firstname,
  lastname: values.lastname,
  email: values.email,
  rut: values.rut.trim() || null,
  department: values.department,
  roles: rolesOf(values),
  libraries: values.libraries.map(copied),
});

/** The body of an update: only changed fields, so that other people's changes are not undone. */
export function updateBody(before: PersonValues, values: PersonValues): z.input<typeof userUpdate> {
  const changed = (['firstname', 'lastname', 'email'] as const).filter(
    (name) => values[name].trim() !== before[name],
  );
  const libraries = [
    ...values.libraries
      .filter(({ group, roles }) => {
        const kept = before.libraries.find((each) => each.group === group);
        return !kept || kept.roles.join() !== roles.join();
      })
      .map(copied),
    ...before.libraries
      .filter(({ group }) => !values.libraries.some((each) => each.group === group))
      .map(({ group }) => ({ group, roles: null })),
  ];
  const roles = rolesOf(values);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(values.rut.trim() === before.rut ? {} : { rut: values.rut.trim() || null }),
    ...(values.department === before.department ? {} : { department: values.department }),
    ...(roles.join() === rolesOf(before).join() ? {} : { roles }),
    ...(libraries.length === 0 ? {} : { libraries }),
  };
}
