import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';

describe.each(testEngines)('one change on %s', (engine) => {
  const server = useTestServer({ engine });

  it('may have more to say than one statement takes', async () => {
    const organization = await server().make.organization();
    const { changes, db } = server().running.services.deps;
    const author = { organization: organization.id, user: null, ip: null };
    const count = 8000;
    await changes.run(author, async (change) => {
      for (let at = 0; at < count; at += 1) {
        change.audit({ action: 'user.updated', targetType: 'user', targetId: newId(), after: { at } });
        // Told to nobody: such a person is not there.
        change.announce({ kind: 'access.changed', user: organization.id });
      }
    });
    // Told by the five hundred; one hint more: the list of people has changed.
    const expected = { audit_events: count, outbox: Math.ceil((count + 1) / 500) } as const;
    for (const table of ['audit_events', 'outbox'] as const) {
      const { said } = await db
        .selectFrom(table)
        .select((row) => row.fn.countAll<string>().as('said'))
        .where('organization', '=', organization.id)
        .executeTakeFirstOrThrow();
      expect(Number(said)).toBe(expected[table]);
    }
  });
});
