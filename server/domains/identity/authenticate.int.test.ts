import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  createFactories,
  type Factories,
  type TestOrganization,
  type TestPerson,
} from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { loadActor, loadPerson } from './authenticate.ts';
import { createRefreshTokens, endFamilies } from './tokens/refresh-tokens.ts';
import type { Claims } from './tokens/tokens.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const tokens = createRefreshTokens(Buffer.from('a secret of the server'), 1000);

describe('who is calling', () => {
  const database = useTestDatabase('pglite');
  let make: Factories;
  let organization: TestOrganization;
  let ana: TestPerson;
  beforeEach(async () => {
    make = createFactories(database().db);
    organization = await make.organization();
    ana = await make.person(organization, { isManager: true });
  });

  const load = (user: string, session: string | null = null) =>
    loadPerson(database().db, { user, session }, '203.0.113.7');
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'let in',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );
  const begin = async (who: TestPerson) => {
    const given = { organization: who.organization, user: who.id, client: 'web', device: null };
    const { family } = await database()
      .db.transaction()
      .execute((trx) => tokens.begin(trx, given, NOW));
    return family;
  };

  it('is known with what the database says of them now', async () => {
    const family = await begin(ana);
    expect(await load(ana.id, family)).toEqual({
      ...{ user: ana.id, organization: organization.id, email: ana.email },
      ...{ firstname: ana.firstname, lastname: ana.lastname, isAdmin: false, isManager: true },
      readsBeyond: 'own',
      ...{ archived: [], memberships: [], session: family, ip: '203.0.113.7', timezone: 'America/Santiago' },
    });
    const admin = await make.person(organization, { isAdmin: true });
    expect(await load(admin.id)).toMatchObject({ isAdmin: true, isManager: false, session: null });
  });

  it('is known with their libraries and roles, and with those that are archived', async () => {
    const [one, two] = [await make.library(organization), await make.library(organization)];
    await make.member(two, ana, ['upload', 'review']);
    await make.member(one, ana, []);
    await make.member(one, await make.person(organization), ['publish']);
    const { memberships } = await load(ana.id);
    expect(memberships).toEqual(
      [
        { group: one.id, roles: [] },
        { group: two.id, roles: ['upload', 'review'] },
      ].toSorted((a, b) => (a.group < b.group ? -1 : 1)),
    );
    await database().db.updateTable('groups').set({ archived_at: NOW }).where('id', '=', two.id).execute();
    expect((await load(ana.id)).archived).toEqual([two.id]);
  });

  it('is named by their token, which is checked before', async () => {
    const verifier = {
      verify: async (token: string) => {
        if (token !== 'good') throw new ApiError('unauthenticated');
        return { user: ana.id, session: null } as Claims;
      },
    } as Parameters<typeof loadActor>[1];
    const enter = (token: string) => loadActor(database().db, verifier, token, null);
    expect(await enter('good')).toMatchObject({ user: ana.id, ip: null });
    expect(await refusal(enter('bad'))).toBe('unauthenticated');
  });

  it('is out at the next call once they are disabled, or unknown', async () => {
    const gone = await make.person(organization, { enabled: false });
    expect(await refusal(load(gone.id))).toBe('disabled');
    expect(await refusal(load(newId()))).toBe('unauthenticated');
  });

  it('is out once their session has ended, or where it is somebody else’s or nobody’s', async () => {
    const [family, other] = [await begin(ana), await begin(await make.person(organization))];
    for (const session of [other, newId()])
      expect(await refusal(load(ana.id, session))).toBe('unauthenticated');
    await database()
      .db.transaction()
      .execute((trx) => endFamilies(trx, { family }, 'signed_out', NOW));
    expect(await refusal(load(ana.id, family))).toBe('unauthenticated');
    expect(await refusal(load(ana.id))).toBe('let in');
  });

  it('sets up a second step first where their organization asks for one', async () => {
    await database()
      .db.updateTable('organizations')
      .set({ settings: JSON.stringify({ secondStep: 'all' }) as never })
      .where('id', '=', organization.id)
      .execute();
    expect(await refusal(load(ana.id))).toBe('second_step_required');
    const open = loadPerson(database().db, { user: ana.id, session: null }, null, { beforeSecondStep: true });
    expect(await open).toMatchObject({ user: ana.id });
  });
});
