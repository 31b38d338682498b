import type { Profile, ProfileUpdate } from '#shared/people/account.schemas.ts';
import { PASSWORD_MIN } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import type { DirectoryUser } from '../identity/directory.ts';
import type { Identity } from '../identity/identity.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { findOrganization, lockOrganization } from '../organization/organizations.queries.ts';
import { personRenamed } from './people.hooks.ts';

/** The actor's own account. They may change their name; the rest only an admin may change. */
export function createProfileService({ db, changes }: Deps, { directory }: Identity) {
  const find = async (executor: Executor, actor: Actor): Promise<DirectoryUser> => {
    const user = await directory.get(executor, actor.organization, actor.user);
    if (!user) throw new ApiError('unauthenticated');
    return user;
  };

  async function show(executor: Executor, actor: Actor): Promise<Profile> {
    const user = await find(executor, actor);
    const departments = user.department ? await findDepartments(executor, actor.organization) : [];
    const department = departments.find((each) => each._id === user.department);
    const { settings } = await findOrganization(executor, actor.organization);
    return {
      _id: user.id,
      firstname: user.firstname,
      lastname: user.lastname,
      enabled: user.enabled,
      email: user.email,
      rut: user.rut,
      department: department ? { _id: department._id, name: department.name } : null,
      roles: [...user.groups],
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
      passwordMin: settings.passwordMin ?? PASSWORD_MIN,
    };
  }

  return {
    get: (actor: Actor): Promise<Profile> => show(db, actor),

    update: (actor: Actor, names: ProfileUpdate): Promise<Profile> =>
      changes.run(actor, async (change) => {
        // Locked as an admin's change of a person is, so that what is compared does not change meanwhile.
        await lockOrganization(change.trx, actor.organization);
        const { firstname, lastname } = await find(change.trx, actor);
        if (firstname === names.firstname && lastname === names.lastname) return show(change.trx, actor);
        await directory.updateAttributes(change, actor.user, names);
        await change.tell(personRenamed, { user: actor.user });
        change.audit({
          action: 'user.updated',
          targetType: 'user',
          targetId: actor.user,
          before: { firstname, lastname },
          after: names,
        });
        change.announce({ kind: 'access.changed', user: actor.user });
        return show(change.trx, actor);
      }),
  };
}
