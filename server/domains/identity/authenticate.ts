import type { Kysely } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { ApiError } from '../../platform/errors.ts';
import { archivedLibraries, managersRead, readsBeyondIn } from '../access/viewers.queries.ts';
import { lacksSecondStep } from '../organization/second-step-rule.queries.ts';
import type { Claims, TokenVerifier } from './tokens/tokens.ts';

/** The part of a request that is read, on any kind of server. */
export interface TokenBearer {
  get(header: string): string | undefined;
  readonly ip?: string | undefined;
}

/** The token of a request, with or without `Bearer` before it. @throws unauthenticated where there is none */
export function tokenOf(req: TokenBearer): string {
  const header = req.get('authorization');
  if (!header) throw new ApiError('unauthenticated');
  return header.replace(/^Bearer\s+/i, '').trim();
}

/** What is required of a caller. */
export interface Entry {
  /** The endpoint may be called before the second step is set up (`beforeSecondStep` in the contract). */
  readonly beforeSecondStep?: boolean | undefined;
}

/**
 * The caller as the database knows them now. A disabled person and a revoked session are refused at their next call.
 * @throws unauthenticated, disabled, second_step_required
 */
export async function loadActor(
  db: Kysely<Schema>,
  verifier: TokenVerifier,
  token: string,
  ip: string | null,
  how: Entry = {},
): Promise<Actor> {
  return loadPerson(db, await verifier.verify(token), ip, how);
}

/** What the database knows of a person who brings a token. */
export interface Entrant {
  readonly enabled: boolean;
  /** Their refresh family, where the token names one that exists. */
  readonly family: string | null;
  readonly revoked_at: Date | null;
  /** They have yet to set up the second step that their organization requires. */
  readonly lacks: boolean;
}

/** Checks that a person with a valid token may still enter. @throws unauthenticated, disabled, second_step_required */
export function checkEntry<T extends Entrant>(
  session: string | null,
  person: T | undefined,
  { beforeSecondStep = false }: Entry = {},
): asserts person is T {
  if (!person) throw new ApiError('unauthenticated');
  if (!person.enabled) throw new ApiError('disabled');
  if (person.revoked_at || (session && !person.family)) throw new ApiError('unauthenticated');
  if (person.lacks && !beforeSecondStep) throw new ApiError('second_step_required');
}

/** A person by their id, by the same rules. @throws unauthenticated, disabled, second_step_required */
export async function loadPerson(
  db: Kysely<Schema>,
  claims: Pick<Claims, 'user' | 'session'>,
  ip: string | null,
  how: Entry = {},
): Promise<Actor> {
  // One query, because every call runs it.
  const rows = await db
    .selectFrom('users as u')
    .modifyFront(prepared('person'))
    .leftJoin('refresh_families as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', claims.session))
    .leftJoin('group_members as m', 'm.user_id', 'u.id')
    .select([
      'u.id', 'u.organization', 'u.firstname', 'u.lastname', 'u.email', 'u.enabled', 'u.is_admin', 'u.is_manager',
      's.id as family', 's.revoked_at', 'm.group_id as group', 'm.roles',
    ]) // biome-ignore format: columns
    .innerJoin('organizations as o', 'o.id', 'u.organization')
    .select([
      archivedLibraries('u.organization').as('archived'), managersRead('o').as('managers_read'),
      lacksSecondStep.as('lacks'), 'o.timezone',
    ]) // biome-ignore format: columns
    .where('u.id', '=', claims.user)
    .orderBy('m.group_id')
    .execute();
  const [user] = rows;
  checkEntry(claims.session, user, how);
  const memberships = rows.flatMap(({ group, roles }) => (group && roles ? [{ group, roles }] : []));
  return {
    user: user.id,
    organization: user.organization,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    isAdmin: user.is_admin,
    isManager: user.is_manager,
    readsBeyond: readsBeyondIn(user),
    timezone: user.timezone,
    archived: user.archived,
    memberships,
    session: claims.session,
    ip,
  };
}
