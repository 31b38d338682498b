import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { firstRun } from '#shared/identity/auth.schemas.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hasOrganization, lockOrganizations } from '../organization/organizations.queries.ts';
import type { Pool } from './identity.ts';
import { hashPassword, requireAcceptable } from './passwords/passwords.ts';

/** Without characters that look alike, since people copy the code by eye. Twelve of them are 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const CODE_DAYS = 7;

const hashOf = (code: string): string =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');

/** Sets up an installation without an organization: whoever can read its console makes the first one. */
export function createFirstRunService({ db, changes, now }: Deps, { attempts }: Pool) {
  const process = randomUUID();

  /** The code is looked up by its hash, so the time that it takes says nothing about any code. */
  async function isGood(code: string): Promise<boolean> {
    const row = await db
      .selectFrom('first_run_codes')
      .select('process')
      .where('hash', '=', hashOf(code))
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    needed: async (): Promise<boolean> => !(await hasOrganization(db)),

    /**
     * Makes a one-time code for this process's console, in groups of four. Every process of the installation takes it for
     * a week. The code that this process showed before is void.
     */
    async newCode(): Promise<string> {
      const text = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      const code = text.replace(/(.{4})(?=.)/g, '$1-');
      const expires_at = new Date(now().getTime() + CODE_DAYS * 86_400_000);
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('first_run_codes')
          .where((is) => is.or([is('process', '=', process), is('expires_at', '<=', now())]))
          .execute();
        await trx
          .insertInto('first_run_codes')
          .values({ hash: hashOf(code), process, expires_at })
          .execute();
      });
      return code;
    },

    /** @throws bad_code, conflict, password_policy, rate_limited */
    run: (input: z.output<typeof firstRun>, { ip }: { ip: string }): Promise<void> =>
      attempts.code.run({ address: ip }, async () => {
        if (await hasOrganization(db)) throw new ApiError('conflict');
        if (!(await isGood(input.code))) throw new ApiError('bad_code');
        requireAcceptable(input.password);
        const hash = await hashPassword(input.password);
        const organization = newId();
        const user = newId();
        await changes.run({ organization, user, ip }, async ({ trx, at, audit }) => {
          await lockOrganizations(trx);
          if (await hasOrganization(trx)) throw new ApiError('conflict');
          await trx
            .insertInto('organizations')
            .values({ id: organization, name: input.organization, tax_id: null, created_at: at })
            .execute();
          await trx
            .insertInto('users')
            .values({
              id: user, organization, email: input.email, firstname: input.firstname, lastname: input.lastname,
              rut: null, department: null, is_admin: true, last_sign_in_at: null, created_at: at,
            }) // biome-ignore format: one row
            .execute();
          await trx
            .insertInto('passwords')
            .values({ user_id: user, hash, temporary: false, changed_at: at })
            .execute();
          await trx.deleteFrom('first_run_codes').execute();
          audit({
            action: 'organization.created',
            targetType: 'organization',
            targetId: organization,
            after: { name: input.organization },
          });
        });
      }),
  };
}
