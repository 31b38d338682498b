import { describe, expect, it } from 'vitest';
import { ruledCompany } from '../../testing/companies/ruled-company.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('folders with something missing on %s', (engine) => {
  const server = useTestServer({ engine });

  it('stand in one list, the longest due first, page by page', async () => {
    const { folder, rule, document, as, library, ahead } = await ruledCompany(server());
    const place = async (name: string, expires: number | null, values: Parameters<typeof rule>[1] = {}) => {
      const id = await folder(name);
      await rule(id, values);
      if (expires !== null) await document(id, { expiresOn: ahead(expires) });
    };
    await place('Vence luego', 20);
    await place('Falta', null);
    await place('Venció hace poco', -3);
    await place('Vence pronto', 5);
    await place('Venció hace mucho', -90, { severity: 'warning' });
    await place('Al día', 300);
    await rule(library.id, { name: 'Reglamento' });
    const all = await as.ana.ok('complianceOpen', { query: { group: library.id } });
    expect(all.nextCursor).toBeNull();
    expect(
      all.items.map(({ path, dueOn, blocking, warnings, dueSoon }) =>
        [path, dueOn, blocking, warnings, dueSoon].join(' '),
      ),
    ).toEqual([
      `Venció hace mucho ${ahead(-90)} 0 1 false`,
      `Venció hace poco ${ahead(-3)} 1 0 false`,
      // What was never there is due today, in the order in which it came to be.
      ...[`${library.name}  1 0 false`, 'Falta  1 0 false'],
      `Vence pronto ${ahead(5)} 0 0 true`,
      `Vence luego ${ahead(20)} 0 0 true`,
    ]);
    expect(all.items[0]?.results).toMatchObject([{ status: 'fails', reasons: [{ code: 'EXPIRED' }] }]);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { group: library.id, limit: '2', ...(cursor ? { cursor } : {}) };
      const page = await as.ana.ok('complianceOpen', { query });
      expect(page.items.length).toBeLessThanOrEqual(2);
      paged.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all.items.map(({ path }) => path));
    const bad = await as.ana.call('complianceOpen', { query: { cursor: 'x' } });
    expect(bad.status).toBe(400);
  });

  it('tells each person what they may know, and strangers nothing', async () => {
    const { folder, rule, document, as, library, organization, ahead } = await ruledCompany(server());
    await rule(await folder('Seguros'));
    const hidden = await folder('Contratos');
    await rule(hidden, { name: 'Contrato vigente' });
    await document(hidden, { scope: 'confidential', expiresOn: ahead(-2) });
    const shown = async (client: TestClient, group?: string) =>
      (await client.ok('complianceOpen', { query: { group } })).items.map(
        ({ path, dueOn, results }) => `${path} ${dueOn} ${results[0]?.reasons[0]?.code}`,
      );
    expect(await shown(as.publisher)).toEqual([`Contratos ${ahead(-2)} EXPIRED`, 'Seguros null MISSING']);
    expect(await shown(as.reader, library.id)).toEqual(['Contratos null MISSING', 'Seguros null MISSING']);
    const elsewhere = await server().make.library(organization, 'Otra');
    const other = await server().make.person(organization, { libraries: [[elsewhere, ['publish']]] });
    const stranger = await server().signIn(other.email);
    expect(await shown(stranger)).toEqual([]);
    const refused = await stranger.call('complianceOpen', { query: { group: library.id } });
    expect(refused.status).toBe(404);
  });
});
