import { beforeEach, describe, expect, it } from 'vitest';
import { SAVED_SEARCHES_MAX } from '#shared/platform/limits.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const QUERY = 'text=gr%C3%BAa&state=3';

describe.each(testEngines)('kept searches on %s', (engine) => {
  const server = useTestServer({ engine });
  let ana: TestClient;
  let anaId: string;
  beforeEach(async () => {
    const { make, signIn } = server();
    const person = await make.person(await make.organization());
    anaId = person.id;
    ana = await signIn(person.email);
  });

  const keep = (name: string, query = QUERY) => ana.call('savedSearchCreate', { body: { name, query } });
  const names = async () => (await ana.ok('savedSearches')).map((each) => each.name);

  it('are kept, listed by name, changed and forgotten', async () => {
    const grua = (await keep('Grúas')).body;
    expect(grua).toMatchObject({ name: 'Grúas', query: QUERY });
    await keep('andamios', 'label=x');
    expect(await names()).toEqual(['andamios', 'Grúas']);
    const changed = await ana.ok('savedSearchUpdate', {
      params: { id: grua._id },
      body: { query: 'text=grua&year=2026' },
    });
    expect(changed).toMatchObject({ name: 'Grúas', query: 'text=grua&year=2026' });
    await ana.ok('savedSearchDelete', { params: { id: grua._id } });
    expect(await names()).toEqual(['andamios']);
    expect((await ana.call('savedSearchDelete', { params: { id: grua._id } })).status).toBe(404);
  });

  it('have a name once, however it is written', async () => {
    const { body: first } = await keep('Pólizas');
    expect(said(await keep('PÓLIZAS'))).toBe('409 search_taken');
    const { body: other } = await keep('Contratos');
    const rename = (id: string, name: string) =>
      ana.call('savedSearchUpdate', { params: { id }, body: { name } });
    expect(said(await rename(other._id, 'pólizas'))).toBe('409 search_taken');
    expect(said(await rename(first._id, 'pólizas'))).toBe('200');
  });

  it.each(['', 'text', 'text=a b', '?text=a', 'text=a#b', 'javascript:alert(1)'])(
    '«%s» is no address',
    async (query) => {
      expect(said(await keep('Una', query))).toBe('400 invalid');
    },
  );

  it('are fifty at most', async () => {
    for (let n = 1; n <= SAVED_SEARCHES_MAX; n += 1) expect((await keep(`Búsqueda ${n}`)).status).toBe(201);
    expect(said(await keep('Una más'))).toBe('422 searches_full');
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('of two of one name at once the second is told so', async () => {
    const both = ['Grúas', 'GRÚAS'].map((name) => () => keep(name));
    const answers = await oneAfterTheOther(server(), { user: anaId }, both);
    expect(answers.map(said)).toEqual(['201', '409 search_taken']);
  });
});
