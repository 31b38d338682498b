import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type { firstRun } from '#shared/schemas/auth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { Pool } from '../identity/identity.ts';
import { hashPassword, requireAcceptable } from '../identity/passwords.ts';
import { newId } from '../ids.ts';
import { hasOrganization, lockOrganizations } from '../repositories/organizations.ts';

/** An installation without an organization: whoever reads its console makes the first one. */
export interface FirstRunService {
  needed(): Promise<boolean>;
  /** A new one-time code for the console, in groups of four; the one before it is void. */
  newCode(): string;
  /** @throws bad_code, conflict, password_policy, rate_limited */
  run(input: z.output<typeof firstRun>, origin: { ip: string }): Promise<void>;
}

/** Without what is mistaken for another, since it is copied by eye: 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function createFirstRunService({ db, changes }: Deps, { attempts }: Pool): FirstRunService {
  // Only this process can check a code, and only as long as it lives.
  const secret = randomBytes(32);
  const hashOf = (code: string): Buffer =>
    createHmac('sha256', secret).update(code.replace(/[\s-]/g, '').toUpperCase()).digest();
  let expected: Buffer | null = null;

  return {
    needed: async () => !(await hasOrganization(db)),

    newCode() {
      const text = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      const code = text.replace(/(.{4})(?=.)/g, '$1-');
      expected = hashOf(code);
      return code;
    },

    run: (input, { ip }) =>
      attempts.code.run({ address: ip }, async () => {
        if (await hasOrganization(db)) throw new ApiError('conflict');
        if (!expected || !timingSafeEqual(expected, hashOf(input.code))) throw new ApiError('bad_code');
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
          audit({
            action: 'organization.created',
            targetType: 'organization',
            targetId: organization,
            after: { name: input.organization },
          });
        });
        expected = null;
      }),
  };
}
