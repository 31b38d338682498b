import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import type { Account } from '#shared/people/users.schemas.ts';
import { call } from '../../../api/client.ts';
import type { Change } from '../../../components/bulk/change.ts';
import type { DutiesGiven, Stayed } from '../duties-given.ts';

type PersonChange = Change<Account>;

const get = (id: string) => call('userGet', { params: { id } });
const update = (id: string, body: Parameters<typeof call<'userUpdate'>>[1]['body']) =>
  call('userUpdate', { params: { id }, body });

type Roles = readonly LibraryRole[] | null;
const rolesIn = (person: Account, group: string): Roles =>
  person.libraries.find((each) => each.group._id === group)?.roles ?? null;
const same = (one: Roles, other: Roles): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.length === other.length &&
    one.every((role) => other.includes(role)));

/** The roles that somebody has after more were given to them, in one order. */
export const withRoles = (has: Roles, given: readonly LibraryRole[]): LibraryRole[] =>
  LIBRARY_ROLES.filter((role) => given.includes(role) || has?.includes(role));

/** Sets the roles of a person in libraries to what `wanted` makes of those that they have there. */
function libraryChange(
  groups: readonly string[],
  wanted: (group: string, has: Roles) => Roles,
): PersonChange {
  return {
    async apply({ _id }) {
      const person = await get(_id);
      const steps = groups
        .map((group) => ({ group, was: rolesIn(person, group) }))
        .map((each) => ({ ...each, roles: wanted(each.group, each.was) }))
        .filter(({ was, roles }) => !same(was, roles));
      if (steps.length === 0) return null;
      await update(_id, {
        libraries: steps.map(({ group, roles }) => ({ group, roles: roles && [...roles] })),
      });
      return async () => {
        const now = await get(_id);
        const mine = steps.filter(({ group, roles }) => same(rolesIn(now, group), roles));
        if (mine.length > 0)
          await update(_id, { libraries: mine.map(({ group, was }) => ({ group, roles: was && [...was] })) });
        return mine.length === steps.length;
      };
    },
  };
}

/** Makes somebody a member of libraries with these roles, beside those that they have there. */
export const giveLibraries = (
  given: readonly { readonly group: string; readonly roles: readonly LibraryRole[] }[],
): PersonChange => {
  const roles = new Map(given.map((each) => [each.group, each.roles]));
  return libraryChange([...roles.keys()], (group, has) => withRoles(has, roles.get(group) ?? []));
};

export const takeLibraries = (groups: readonly string[]): PersonChange => libraryChange(groups, () => null);

export const moveTo = (department: string | null): PersonChange => ({
  async apply({ _id }) {
    const was = (await get(_id)).department?._id ?? null;
    if (was === department) return null;
    await update(_id, { department });
    return async () => {
      if (((await get(_id)).department?._id ?? null) !== department) return false;
      await update(_id, { department: was });
      return true;
    };
  },
});

/**
 * Keeps somebody out. What they answer for goes to their backups or to somebody else before, and comes back with them where
 * nobody has changed it since.
 * @param onStayed called where something stays with whoever has it when it is taken back
 */
export const disable = (
  given: DutiesGiven,
  to: string | null,
  backups: boolean,
  onStayed: (person: Account, stayed: readonly Stayed[]) => void,
): PersonChange => ({
  async apply(person) {
    const params = { id: person._id };
    if (!(await get(person._id)).enabled) return null;
    const { obligations, rules } = await call('userDuties', { params });
    await given.disable(person._id, obligations.length + rules.length > 0 ? { to, backups } : null);
    return async () => {
      await call('userEnable', { params });
      const stayed = await given.handBack(person._id);
      if (stayed.length > 0) onStayed(person, stayed);
      return true;
    };
  },
});

export const enable: PersonChange = {
  async apply({ _id }) {
    const params = { id: _id };
    if ((await get(_id)).enabled) return null;
    await call('userEnable', { params });
    return async () => {
      await call('userDisable', { params });
      return true;
    };
  },
};

/** Mails another first password to somebody who has not come yet. A mail is not taken back. */
export const inviteAgain: PersonChange = {
  async apply({ _id }) {
    if ((await get(_id)).lastSignInAt === null) await call('userResetPassword', { params: { id: _id } });
    return null;
  },
};
