import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readDictionary } from '../../testing/files/dictionary.ts';
import { withDatabases } from '../../testing/test-database.ts';
import type { Schema } from '../db/schema.ts';
import { foldText, STOP_WORDS } from './normalize.ts';
import { toTsQuery } from './query.ts';

/*
 * Every word of the Spanish language, 636,598 with all forms of the verbs, is put into a text and searched for there, on
 * PostgreSQL. On the embedded database every tenth text, for it takes three times as long. The same for a sample through
 * the service: every-word.int.test.ts.
 */

// A busy machine takes its time; a quiet one takes half a minute for all.
const WORDS = readDictionary().filter((word) => !STOP_WORDS.has(foldText(word)));

/** As many words as a query may have. */
const TOGETHER = 16;
const TEXT_WORDS = 12 * TOGETHER;
const AT_ONCE = 10_000;

interface Question {
  readonly asked: string;
  /** The text that is asked. */
  readonly at: number;
}

const slices = (words: readonly string[], length: number): string[][] =>
  Array.from({ length: Math.ceil(words.length / length) }, (_, at) =>
    words.slice(at * length, (at + 1) * length),
  );

withDatabases('every word of the Spanish language', (database, engine) => {
  const texts = slices(WORDS, TEXT_WORDS).filter((_, at) => engine === 'postgres' || at % 10 === 0);
  const parts = texts.flatMap((words, at) => slices(words, TOGETHER).map((part) => ({ part, at })));
  const sample = texts
    .flatMap((words, at) => words.map((word) => ({ word, at })))
    .filter((_, at) => at % 331 === 0);
  /** A text of other words: far away in the dictionary. */
  const far = (at: number) => (at + Math.floor(texts.length / 2)) % texts.length;
  let db: Kysely<Schema>;

  beforeAll(async () => {
    db = database().db;
    await sql`create table texts (at int primary key, search tsvector)`.execute(db);
    await sql`
      insert into texts select at - 1, legajo_tsvector('', '', '', '', said)
      from unnest(${texts.map((words) => words.join(' '))}::text[]) with ordinality as each (said, at)`.execute(
      db,
    );
  });

  /** Those that find their text, and those that do not. */
  async function ask(questions: readonly Question[]) {
    const found: string[] = [];
    const missed: string[] = [];
    for (let from = 0; from < questions.length; from += AT_ONCE) {
      for (const { statement, same } of alike(questions.slice(from, from + AT_ONCE))) {
        const columns = (same[0]?.parameters ?? []).map((_, at) =>
          same.map(({ parameters }) => parameters[at]),
        );
        const { rows } = await sql<{ asked: string; hit: boolean }>`
          select q.asked, t.search @@ ${sql.raw(statement)} as hit
          from unnest(${same.map(({ asked }) => asked)}::text[], ${same.map(({ at }) => at)}::int[],
            ${sql.join(columns.map((column) => sql`${column}::text[]`))}
          ) as q (asked, at, ${sql.raw(columns.map((_, at) => `p${at + 1}`).join(', '))})
          join texts t on t.at = q.at`.execute(db);
        for (const { asked, hit } of rows) (hit ? found : missed).push(asked);
      }
    }
    return { found, missed };
  }

  /** Queries by their statement: those of one kind differ in parameters alone, and are asked in one go. */
  function alike(questions: readonly Question[]) {
    const kinds = new Map<string, (Question & { parameters: readonly unknown[] })[]>();
    for (const question of questions) {
      const query = toTsQuery(question.asked)?.compile(db);
      if (!query) throw new Error(`«${question.asked}» asks for nothing`);
      const same = kinds.get(query.sql) ?? [];
      kinds.set(query.sql, same);
      same.push({ ...question, parameters: query.parameters });
    }
    return [...kinds].map(([statement, same]) => ({
      statement: statement.replaceAll(/\$(\d+)/g, 'q.p$1'),
      same,
    }));
  }

  test('each word finds its text: all that are asked for together must match', async () => {
    // The space says that the last word is complete: otherwise beginnings would match too.
    const { missed } = await ask(parts.map(({ part, at }) => ({ asked: `${part.join(' ')} `, at })));
    expect(missed).toEqual([]);
  });

  test('each word finds its text in a phrase, and only in its order', async () => {
    const phrases = parts.map(({ part, at }) => ({ asked: `"${part.join(' ')}"`, at }));
    expect((await ask(phrases)).missed).toEqual([]);
    const few = parts.filter(({ part }, at) => part.length > 1 && at % 101 === 0);
    const backwards = few.map(({ part, at }) => ({ asked: `"${part.toReversed().join(' ')}"`, at }));
    expect((await ask(backwards)).found).toEqual([]);
  });

  test('a word finds and excludes its text, and no other', async () => {
    const [finding, excluding] = [
      sample.map(({ word, at }) => ({ asked: `${word} `, at })),
      sample.map(({ word, at }) => ({ asked: `-${word}`, at })),
    ];
    expect((await ask(finding)).missed).toEqual([]);
    expect((await ask(excluding)).found).toEqual([]);
    expect((await ask(finding.map(({ asked, at }) => ({ asked, at: far(at) })))).found).toEqual([]);
    expect((await ask(excluding.map(({ asked, at }) => ({ asked, at: far(at) })))).missed).toEqual([]);
  });
});
