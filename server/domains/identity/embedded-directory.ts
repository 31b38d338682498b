import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { DIRECTORY_GROUPS, type DirectoryGroup } from '#shared/access/roles.ts';
import type { UsersTable } from '../../platform/db/tables/organization.ts';
import type { Directory, DirectoryUser } from './directory.ts';
import { endPasswordSecrets } from './passwords/access-links.ts';
import { forgetDevices } from './passwords/known-devices.ts';
import { hashPassword, temporaryPassword } from './passwords/passwords.ts';
import { redirectInvitations, withdrawInvitations } from './passwords/waiting-invitations.queries.ts';
import { removeSecondFactor } from './second-factor/second-factor.ts';
import { endFamilies } from './tokens/refresh-tokens.ts';

type UserRow = Selectable<UsersTable>;

/** The flag that each group of the directory sets (docs/domain/roles-and-visibility.md). */
const FLAGS = { admin: 'is_admin', manager: 'is_manager' } as const satisfies Record<
  DirectoryGroup,
  keyof UsersTable
>;

export const groupsOfRow = (row: Pick<UserRow, 'is_admin' | 'is_manager'>): DirectoryGroup[] =>
  DIRECTORY_GROUPS.filter((group) => row[FLAGS[group]]);

const present = (row: UserRow): DirectoryUser => ({
  id: row.id,
  organization: row.organization,
  email: row.email,
  firstname: row.firstname,
  lastname: row.lastname,
  rut: row.rut,
  department: row.department,
  enabled: row.enabled,
  groups: groupsOfRow(row),
  lastSignInAt: row.last_sign_in_at,
  createdAt: row.created_at,
});

/** The user directory that is part of Legajo. Its users are the rows that everything else refers to. */
export function createEmbeddedDirectory(): Directory {
  const setFlag: (value: boolean) => Directory['addToGroup'] = (value) => async (change, id, group) => {
    await change.trx
      .updateTable('users')
      .set({ [FLAGS[group]]: value, access: sql<number>`access + 1` })
      .where('id', '=', id)
      .execute();
  };

  return {
    async prepareFirstSignIn() {
      const password = temporaryPassword();
      return { temporaryPassword: password, hash: await hashPassword(password) };
    },

    async create({ trx, at }, { groups, ...user }, first) {
      await trx
        .insertInto('users')
        .values({
          ...user,
          is_admin: groups.includes('admin'),
          is_manager: groups.includes('manager'),
          last_sign_in_at: null,
          created_at: at,
        })
        .execute();
      if (first)
        await trx
          .insertInto('passwords')
          .values({ user_id: user.id, hash: first.hash, temporary: true, changed_at: at })
          .execute();
    },

    async get(executor, organization, id) {
      const row = await executor
        .selectFrom('users')
        .selectAll()
        .where('organization', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? present(row) : null;
    },

    async list(executor, organization) {
      const rows = await executor
        .selectFrom('users')
        .selectAll()
        .where('organization', '=', organization)
        .execute();
      return rows.map(present);
    },

    async delete({ trx }, id) {
      await withdrawInvitations(trx, id);
      await trx.deleteFrom('users').where('id', '=', id).execute();
    },

    async enable({ trx }, id) {
      await trx.updateTable('users').set({ enabled: true }).where('id', '=', id).execute();
    },

    async disable({ trx, at }, id) {
      await trx.updateTable('users').set({ enabled: false }).where('id', '=', id).execute();
      await endPasswordSecrets(trx, id);
      await endFamilies(trx, { user: id }, 'disabled', at);
      await forgetDevices(trx, id);
    },

    async resetPassword({ trx, at }, id, first) {
      await withdrawInvitations(trx, id);
      if (first) {
        const row = { hash: first.hash, temporary: true, changed_at: at };
        await trx
          .insertInto('passwords')
          .values({ user_id: id, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
      }
      await endPasswordSecrets(trx, id);
      await endFamilies(trx, { user: id }, 'password_changed', at);
      await forgetDevices(trx, id);
    },

    resetTotp: ({ trx }, id) => removeSecondFactor(trx, id),

    async updateAttributes({ trx }, id, attributes) {
      if (Object.keys(attributes).length === 0) return;
      if (attributes.email) await redirectInvitations(trx, id, attributes.email);
      await trx.updateTable('users').set(attributes).where('id', '=', id).execute();
      // A code that was mailed to the old address, or a link that names it, must not work any more.
      if (attributes.email) await endPasswordSecrets(trx, id);
    },

    addToGroup: setFlag(true),
    removeFromGroup: setFlag(false),

    async groupsOf(executor, id) {
      const row = await executor
        .selectFrom('users')
        .select(['is_admin', 'is_manager'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? groupsOfRow(row) : [];
    },

    groups: async () => DIRECTORY_GROUPS,
  };
}
