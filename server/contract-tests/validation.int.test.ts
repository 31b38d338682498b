import { beforeAll, describe, expect, it } from 'vitest';
import type { TestLibrary } from '../testing/factories.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';

/** The server checks all rules of the wizard's fields itself. */
describe('validation rules over HTTP (docs/domain/limits.md)', () => {
  const server = useTestServer();
  let author: TestClient;
  let library: TestLibrary;
  let stranger: TestLibrary;
  let label: string;
  let labelElsewhere: string;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    stranger = await make.library(organization);
    label = await make.label(organization, { name: 'Obra gruesa' });
    labelElsewhere = await make.label(organization, { name: 'Obra ajena', groups: [stranger.id] });
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    author = await server().signIn(person.email);
  });

  /** The body of POST docs/records with one change. */
  async function post(change: object) {
    const good = {
      title: 'Acta de obra',
      group: library.id,
      state: 0,
      labels: [label],
      date: '2026-03-07',
      file: { name: 'acta.pdf', type: 'application/pdf' },
    };
    const response = await author.fetch('/docs/records', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...good, ...change }),
    });
    const { error } = (await response.json()) as { error?: { code: string; details?: object } };
    return { status: response.status, ...(error ? { code: error.code, details: error.details } : {}) };
  }
  const refused = (field: string, sentence: string) => ({
    status: 400,
    code: 'invalid',
    details: { [field]: sentence },
  });
  const ids = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `0192f0c1-2b3c-7d4e-8f50-${String(at).padStart(12, '0')}`);

  it('title: required, 5 to 80 characters', { tags: 'spec-5.1-title-length' }, async () => {
    for (const title of ['abcde', 'a'.repeat(80)]) expect((await post({ title })).status).toBe(201);
    expect(await post({ title: undefined })).toEqual(refused('title', 'Falta este dato.'));
    expect(await post({ title: ' abcd ' })).toEqual(refused('title', 'Escribe al menos 5 caracteres.'));
    expect(await post({ title: 'a'.repeat(81) })).toEqual(
      refused('title', 'Escribe a lo más 80 caracteres.'),
    );
  });

  it('title: defaults to the file name', { tags: 'spec-5.1-title-from-file' }, async () => {
    const { record } = await author.ok('entryCreate', {
      body: {
        ...{ year: 2026, month: 3, day: 7, name: 'Acta de entrega.pdf', group: library.id, labels: [label] },
        file: { name: 'Acta de entrega.pdf', type: 'application/pdf' },
      },
    });
    expect(record.title).toBe('Acta de entrega');
  });

  it('notes: optional, at most 1000 characters', { tags: 'spec-5.2-notes' }, async () => {
    expect((await post({ notes: 'a'.repeat(1000) })).status).toBe(201);
    expect(await post({ notes: 'a'.repeat(1001) })).toEqual(
      refused('notes', 'Escribe a lo más 1000 caracteres.'),
    );
  });

  it('group: required, one that the person belongs to', { tags: 'spec-5.3-group' }, async () => {
    expect(await post({ group: undefined })).toEqual(refused('group', 'Falta este dato.'));
    const elsewhere = await post({ group: stranger.id });
    expect([403, 404]).toContain(elsewhere.status);
    expect(await post({ group: ids(1)[0] })).toMatchObject({ status: elsewhere.status });
  });

  it('state: required, a number from 0 to 6, as the person’s roles allow', {
    tags: 'spec-5.4-state',
  }, async () => {
    expect(await post({ state: undefined })).toEqual(refused('state', 'Falta este dato.'));
    expect(await post({ state: -1 })).toEqual(refused('state', 'El mínimo es 0.'));
    expect(await post({ state: 7 })).toEqual(refused('state', 'El máximo es 6.'));
    expect(await post({ state: '0' })).toEqual(refused('state', 'Este dato no tiene el tipo esperado.'));
    expect((await post({ state: 3 })).status).toBe(403);
  });

  it('file: required', { tags: 'spec-5.5-file' }, async () => {
    expect(await post({ file: undefined })).toEqual(refused('file', 'Falta este dato.'));
  });

  it('labels: from one to fifty, and only such as the library takes', {
    tags: ['spec-5.5-labels', 'spec-5.6-labels-max', 'spec-5.6-labels-of-group'],
  }, async () => {
    expect(await post({ labels: [] })).toEqual(refused('labels', 'Elige al menos uno.'));
    expect(await post({ labels: ids(51) })).toEqual(refused('labels', 'Elige a lo más 50.'));
    expect(await post({ labels: [labelElsewhere] })).toMatchObject({ code: 'label_not_assignable' });
    const fifty = await Promise.all(
      ids(50).map((_, at) =>
        server().make.label({ id: library.organization, name: '' }, { name: `Etiqueta ${at}` }),
      ),
    );
    expect((await post({ labels: fifty })).status).toBe(201);
  });

  it('label search: 3 to 50 characters, without the chosen ones, of the chosen group alone', {
    tags: ['spec-5.6-label-text', 'spec-5.6-labels-of-group'],
  }, async () => {
    const search = (query: object) => author.call('labelSearch', { query: query as { text: string } });
    for (const text of ['ob', 'a'.repeat(51)]) {
      expect(await search({ text })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid', details: { text: expect.stringMatching(/3|50/) } } },
      });
    }
    expect((await search({ text: 'a'.repeat(50) })).status).toBe(200);
    const found = await search({ text: 'obra', group: library.id });
    expect(found.body.map(({ name }) => name)).toEqual(['Obra gruesa']);
    expect((await search({ text: 'obra', group: library.id, exclude: label })).body).toEqual([]);
  });

  it('date: day 1 to 31, month 1 to 12, year a number', { tags: 'spec-5.8-date' }, async () => {
    const entry = async (change: object) => {
      const response = await author.fetch('/docs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ year: 2026, month: 3, day: 7, name: 'acta.pdf', group: library.id, labels: [label] },
          file: { name: 'acta.pdf', type: 'application/pdf' },
          ...change,
        }),
      });
      return { status: response.status, body: await response.json() };
    };
    expect((await entry({ day: 31, month: 12 })).status).toBe(201);
    // Older clients send the month and the day as they write them.
    const written = await entry({ day: '09', month: '03' });
    expect(written).toMatchObject({ status: 201, body: { record: { date: '2026-03-09' } } });
    // biome-ignore format: read as a table
    const cases = [
      ['day', 0, 'El mínimo es 1.'], ['day', 32, 'El máximo es 31.'],
      ['month', 0, 'El mínimo es 1.'], ['month', 13, 'El máximo es 12.'],
      ['month', '13', 'El máximo es 12.'], ['day', 'tres', 'Revisa este dato.'],
      ['year', 'dos mil', 'Este dato no tiene el tipo esperado.'],
    ] as const;
    for (const [field, value, sentence] of cases) {
      expect(await entry({ [field]: value })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid', details: { [field]: sentence } } },
      });
    }
  });

  it('an upload may take as long as its bytes need (docs/domain/limits.md)', {
    tags: 'spec-9.2-no-timeout',
  }, () => {
    expect(server().running.http.requestTimeout).toBe(0);
  });
});
