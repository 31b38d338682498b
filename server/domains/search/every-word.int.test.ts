import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { Database } from '../../platform/db/client.ts';
import { EXACT_STATEMENTS } from '../../platform/text/exact-sql.ts';
import { SEARCH_STATEMENTS } from '../../platform/text/search-sql.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { readDictionary } from '../../testing/files/dictionary.ts';
import { docxFile } from '../../testing/files/files.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { createSearchRebuild } from './rebuild-search.job.ts';

// Files are read at a low priority, one after the other: a busy machine takes its time.

/** From now on vectors are of the form that they had before migration 0038: the new functions do what the old one did. */
const writeFirstForm = async ({ db }: Database) => {
  const former = (SEARCH_STATEMENTS.at(-1) ?? '').replace('create function', 'create or replace function');
  const none = `create or replace function public.legajo_exact_fields(
    title text, name text, labels text, notes text, body text) returns tsvector
    language plpgsql immutable as $$ begin return ''::tsvector; end $$`;
  const stemmed = former.replace('legajo_tsvector', 'legajo_stemmed_fields');
  for (const statement of [former, stemmed, none]) await sql.raw(statement).execute(db);
};
const writeSecondForm = async ({ db }: Database) => {
  for (const statement of EXACT_STATEMENTS.filter((each) => each.includes('create or replace')))
    await sql.raw(statement).execute(db);
};

describe.each(testEngines)('every word is found, on %s', (engine) => {
  let server: TestServer;
  let works: TestLibrary;
  let writer: TestClient;

  beforeAll(async () => {
    server = await startTestServer({ engine, config: { fileTexts: true } });
    const { make } = server;
    const organization = await make.organization('Constructora');
    works = await make.library(organization, 'Obras');
    const author = await make.person(organization, { libraries: [[works, ['upload', 'review', 'publish']]] });
    writer = await server.signIn(author.email);
  });
  afterAll(() => server?.stop());

  const titles = async (text: string) =>
    (await writer.ok('recordSearch', { query: { text } as never })).items.map(({ title }) => title).sort();

  const publish = async (title: string, paragraphs?: string[]) => {
    const made = await makeDocument(server, writer, works, {
      title,
      state: STATE.published,
      ...(paragraphs ? { file: { name: 'texto.docx', type: '' }, bytes: await docxFile(paragraphs) } : {}),
    });
    if (paragraphs)
      await expect
        .poll(async () => (await writer.ok('recordById', { params: { id: made.record } })).text?.status)
        .toBe('ready');
    return made;
  };

  it('words whose stems are stop words: alone, with others, in quotes and by exclusion', async () => {
    await publish('Hormigonado de losas de la torre');
    await publish('Hormigonado de muros');
    await publish('Ensayo de cono y poros');
    await publish('Informe de terreno', ['Se revisa la losa del subterráneo y el cono de Abrams.']);

    expect(await titles('losa torre')).toEqual(['Hormigonado de losas de la torre']);
    expect(await titles('"hormigonado de losas"')).toEqual(['Hormigonado de losas de la torre']);
    expect(await titles('torre y losas')).toEqual(['Hormigonado de losas de la torre']);
    expect(await titles('hormigonado -losa')).toEqual(['Hormigonado de muros']);
    expect(await titles('cono')).toEqual(['Ensayo de cono y poros', 'Informe de terreno']);
    expect(await titles('poro cono')).toEqual(['Ensayo de cono y poros']);
    expect(await titles('losa subterraneo')).toEqual(['Informe de terreno']);
    expect(await titles('"la losa del subterráneo"')).toEqual(['Informe de terreno']);
    expect(await titles('"losa de subterráneo"')).toEqual([]);
    const { items } = await writer.ok('recordSearch', { query: { text: '"losa del subterráneo"' } as never });
    expect(items[0]?.snippet?.filter(({ hit }) => hit).map(({ text }) => text)).toEqual([
      'losa',
      'subterráneo',
    ]);
  });

  it('any word of the language: alone, with another, in quotes and by exclusion', async () => {
    const words = readDictionary().filter((_, at) => at % 15_913 === 4711);
    expect(words.length).toBeGreaterThan(35);
    const half = words.length / 2;
    const documents = { 'Léxico uno': words.slice(0, half), 'Léxico dos': words.slice(half) };
    for (const [title, notes] of Object.entries(documents))
      await makeDocument(server, writer, works, { title, notes: notes.join(' '), state: STATE.published });
    for (const [title, notes] of Object.entries(documents)) {
      const other = title === 'Léxico uno' ? 'Léxico dos' : 'Léxico uno';
      for (const [at, word] of notes.entries()) {
        const next = notes[at + 1] ?? word;
        expect(await titles(word), word).toEqual([title]);
        expect(await titles(`${word} lexico`), word).toEqual([title]);
        expect(await titles(next === word ? `"${word}"` : `"${word} ${next}"`), word).toEqual([title]);
        expect(await titles(`lexico -${word}`), word).toEqual([other]);
      }
    }
  });

  it('rows of before are found as before, and by every word once the job has made them anew', async () => {
    const { database } = server;
    await writeFirstForm(database);
    await publish('Bodega de losetas: lasa norte');
    await publish('Bodega antigua', ['El acopio de losetas queda bajo la lasa norte.']);
    const long = Array.from({ length: 9000 }, (_, at) => `dato${at}`).join(' ');
    await publish('Bodega larga', [`${long} acopio de losetas bajo la lasa norte`]);
    await writeSecondForm(database);
    await publish('Bodega de lasas');

    const words = ['bodega', 'losetas norte', '"de losetas"', '"bajo la lasa"', 'bodega -acopio', 'bodeg'];
    const before = await Promise.all(words.map(titles));
    expect(before).toEqual([
      ['Bodega antigua', 'Bodega de lasas', 'Bodega de losetas: lasa norte', 'Bodega larga'],
      ['Bodega antigua', 'Bodega de losetas: lasa norte', 'Bodega larga'],
      ['Bodega antigua', 'Bodega de losetas: lasa norte', 'Bodega larga'],
      // "lasa" is not in vectors of the first form, and a stop word as any other for their phrases.
      [],
      ['Bodega de lasas', 'Bodega de losetas: lasa norte'],
      ['Bodega antigua', 'Bodega de lasas', 'Bodega de losetas: lasa norte', 'Bodega larga'],
    ]);
    expect(await titles('lasa bodega')).toEqual(['Bodega de lasas']);

    await sql`update search_rebuild set finished = false, after = ''`.execute(database.db);
    // Killed after the first step of each stage, again and again: what was done is not done again.
    for (let kill = 0; kill < 4; kill += 1) {
      const killed = createSearchRebuild(server.running.services.deps);
      // Before it starts: it may be through at once.
      const seen = await progress(database);
      killed.start();
      await expect.poll(() => progress(database)).not.toBe(seen);
      await killed.stop();
      if (await isFinished(database)) break;
    }
    const job = createSearchRebuild(server.running.services.deps);
    const finished = job.run();
    // Meanwhile people search and write.
    expect((await titles('bodega')).length).toBe(4);
    await publish('Bodega nueva de lasas');
    await finished;

    expect(await isFinished(database)).toBe(true);
    expect(await titles('lasa bodega')).toHaveLength(5);
    expect(await titles('"bajo la lasa"')).toEqual(['Bodega antigua', 'Bodega larga']);
    expect(await titles('bodega -lasa')).toEqual([]);
    for (const [at, each] of words.entries())
      if (!each.startsWith('"'))
        expect((await titles(each)).filter((title) => title !== 'Bodega nueva de lasas')).toEqual(before[at]);
  });

  it('a content that comes back was made anew, though no document showed it', async () => {
    const { database } = server;
    await writeFirstForm(database);
    const { record } = await publish('Acta perdida', ['La lasa del altillo']);
    await sql`update record_faces set version_id = null where record_id = ${record}`.execute(database.db);
    await writeSecondForm(database);
    await sql`update search_rebuild set finished = false, after = ''`.execute(database.db);
    await createSearchRebuild(server.running.services.deps).run();
    await sql`
      update record_faces set version_id = (select current_version from records where id = ${record})
      where record_id = ${record}`.execute(database.db);
    expect(await titles('"la lasa del altillo"')).toEqual(['Acta perdida']);
  });
});

const progress = async ({ db }: Database): Promise<string> => {
  const rows = await db.selectFrom('search_rebuild').selectAll().orderBy('stage').execute();
  return JSON.stringify(rows);
};
const isFinished = async ({ db }: Database): Promise<boolean> =>
  (await db.selectFrom('search_rebuild').select('finished').execute()).every(({ finished }) => finished);
