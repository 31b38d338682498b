import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { foldText } from '../../platform/text/normalize.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

/** Words of Chilean construction sites, each with its plural. */
const TERMS = readFileSync(new URL('../../testing/files/construction-terms.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(':') as [string, string]);

const FORMS: Readonly<Record<string, (term: string, plural: string) => string>> = {
  'as it stands': (term) => term,
  'in the plural': (_, plural) => plural,
  'in capitals without accents': (term) => foldText(term).toUpperCase(),
  'not finished': (term) => term.slice(0, Math.max(3, term.length - 2)),
  'in quotes, with a stop word': (term) => `"informe de ${term}"`,
};

/** Of one document. */
const TOGETHER = 5;

// A thousand searches.

describe.each(testEngines)('the words of a construction site, on %s', (engine) => {
  const server = useTestServer({ engine });
  // All on PostgreSQL; a part on the embedded database, whose statements are the same.
  const terms = TERMS.filter((_, at) => engine === 'postgres' || at % 5 === 0);
  const records: string[] = [];
  let writer: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization('Constructora');
    const library = await make.library(organization, 'Obras');
    const roles = ['upload', 'review', 'publish'] as const;
    writer = await signIn((await make.person(organization, { libraries: [[library, roles]] })).email);
    for (let at = 0; at < terms.length; at += TOGETHER) {
      const notes = terms.slice(at, at + TOGETHER).map(([term]) => `Informe de ${term}.`);
      const values = { title: `Carpeta ${at}`, notes: notes.join(' '), state: STATE.published };
      records.push((await makeDocument(server(), writer, library, values)).record);
    }
  });

  it.each(Object.entries(FORMS))('each is found %s', async (_, form) => {
    const lost: string[] = [];
    for (const [at, [term, plural]] of terms.entries()) {
      const text = form(term, plural);
      const { items } = await writer.ok('recordSearch', { query: { text, limit: '100' } as never });
      if (!items.some(({ _id }) => _id === records[Math.floor(at / TOGETHER)])) lost.push(text);
    }
    expect(lost).toEqual([]);
  });

  it('the list has two hundred different ones', () => {
    expect(new Set(TERMS.map(([term]) => term)).size).toBe(200);
  });
});
