import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('the last admin on %s', (engine) => {
  const server = useTestServer({ engine });

  it('stays an admin, enabled and there', async () => {
    const organization = await server().make.organization();
    const person = await server().make.person(organization, { isAdmin: true });
    await server().make.person(organization, { isAdmin: true, enabled: false });
    const client = await server().signIn(person.email);
    const params = { id: person.id };
    for (const answer of [
      await client.call('userGroupRemove', { params: { ...params, name: 'admin' } }),
      await client.call('userDisable', { params }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error?.code).toBe('last_admin');
    }
    expect(await client.ok('session')).toMatchObject({ isAdmin: true });
  });

  it('is left when two admins take the other’s role away at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const organization = await server().make.organization();
      const people = [
        await server().make.person(organization, { isAdmin: true }),
        await server().make.person(organization, { isAdmin: true }),
      ] as const;
      const [one, two] = [await server().signIn(people[0].email), await server().signIn(people[1].email)];
      const answers = await Promise.all([
        one.call('userGroupRemove', { params: { id: people[1].id, name: 'admin' } }),
        two.call('userDisable', { params: { id: people[0].id } }),
      ]);
      // The second finds nobody else, or is no admin (or out) any more by the time it is looked at.
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      const left = await server()
        .database.db.selectFrom('users')
        .select('id')
        .where('organization', '=', organization.id)
        .where('is_admin', '=', true)
        .where('enabled', '=', true)
        .execute();
      expect(left).toHaveLength(1);
    }
  });
});
