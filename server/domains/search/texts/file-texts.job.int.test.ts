import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Extractor } from '../../../platform/text/extract/extractor.ts';
import { sha256Of } from '../../../testing/documents.ts';
import { createFactories } from '../../../testing/factories.ts';
import { openOffice } from '../../../testing/files/office.ts';
import { behindLock } from '../../../testing/races/races.ts';
import { type TestDatabase, withDatabases } from '../../../testing/test-database.ts';
import { createTextReader } from './file-texts.job.ts';

withDatabases('the reader of words', (database, engine) => {
  async function setUp() {
    const { db } = database();
    await db.updateTable('blobs').set({ text_status: 'none', text_reason: 'kind' }).execute();
    await db.deleteFrom('outbox').execute();
    const office = await openOffice(database());
    const { deps, clock } = office;
    const make = createFactories(db);
    const organization = await make.organization();
    const library = await make.library(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const record = await make.record(library, author);
    await db.updateTable('blobs').set({ text_status: 'none', text_reason: 'kind' }).execute();
    let made = 0;
    /** Contents that were just confirmed, as versions of one document; the first one has waited longest. */
    const confirmed = async (name: string, texts: readonly string[], by?: string): Promise<string[]> => {
      const version = await db
        .selectFrom('versions')
        .selectAll()
        .where('id', '=', record.version)
        .executeTakeFirstOrThrow();
      const contents = texts.map((text) => ({
        bytes: Buffer.from(text),
        sha256: sha256Of(Buffer.from(text)),
      }));
      // Of pictures nothing is read: their bytes need not be there.
      for (const { bytes, sha256 } of /[.](png|jpg)$/.test(name) ? [] : contents) {
        const path = join(deps.storage.incoming, sha256);
        await writeFile(path, bytes);
        await deps.storage.putFile({ path, sha256, size: bytes.length, sealed: true });
      }
      const at = (): Date => new Date(clock.at - 60_000 + made);
      await db
        .insertInto('blobs')
        .values(
          contents.map(({ sha256, bytes }) => {
            made += 1;
            return { sha256, size: bytes.length, text_due_at: at(), ...(by ? { text_by: by } : {}) };
          }),
        )
        .execute();
      const first = made - contents.length + 2;
      await db
        .insertInto('versions')
        .values(
          contents.map(({ sha256, bytes }, index) => ({
            ...{
              ...version,
              id: crypto.randomUUID(),
              number: first + index,
              key: crypto.randomUUID(),
              operation: null,
            },
            ...{ sha256, size: bytes.length, name, type: '' },
          })),
        )
        .execute();
      return contents.map(({ sha256 }) => sha256);
    };
    const begun: string[] = [];
    /**
     * Reads bytes as they are; at the one that is deadly the process has ended. What begins with "Lento" takes longer
     * than a document may.
     */
    const reader = (deadly?: string, died: () => void = () => undefined) => {
      const extractor: Extractor = {
        async extract(bytes) {
          const text = Buffer.from(bytes).toString();
          begun.push(text);
          if (text.startsWith('Lento')) return { none: 'timeout' };
          if (text !== deadly) return { pages: [{ page: null, text }], truncated: false };
          died();
          return new Promise(() => undefined);
        },
        close: async () => undefined,
      };
      return createTextReader(deps, extractor, async () => null);
    };
    const stateOf = async (hashes: readonly string[]) => {
      const rows = await db.selectFrom('blobs').selectAll().where('sha256', 'in', hashes).execute();
      const states = new Map(rows.map((row) => [row.sha256, row.text_reason ?? row.text_status]));
      return hashes.map((sha256) => states.get(sha256));
    };
    const piecesOf = async (hashes: readonly string[]) => {
      const rows = await db.selectFrom('blob_pieces').selectAll().where('sha256', 'in', hashes).execute();
      return hashes.map((sha256) => rows.filter((row) => row.sha256 === sha256).map(({ text }) => text));
    };
    return { ...office, db, record, confirmed, begun, reader, stateOf, piecesOf };
  }

  const numbered = (count: number, what: string) => Array.from({ length: count }, (_, at) => `${what} ${at}`);
  const all = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  it('settles by the hundred what has no words, and keeps small texts together, each once', async () => {
    const { confirmed, reader, stateOf, piecesOf, begun, statements, db, record } = await setUp();
    const pictures = await confirmed('foto.png', numbered(130, 'Foto'));
    const texts = numbered(25, 'Hormigón');
    const notes = await confirmed('nota.txt', texts);
    const [empty] = await confirmed('vacía.txt', ['']);
    const unkept = sha256Of(Buffer.from('nunca'));
    await db.insertInto('blobs').values({ sha256: unkept, size: 5 }).execute();
    await db
      .updateTable('blobs')
      .set({ text_due_at: new Date(0) })
      .where('sha256', '=', unkept)
      .execute();
    statements();
    await reader().drain();
    // Of these, one for each text that is read, and some ten for twenty that are kept.
    expect(statements()).toBeLessThan(25 + 60);
    expect(await stateOf(pictures)).toEqual(all(130, 'kind'));
    expect(await stateOf([empty ?? '', unkept])).toEqual(['empty', 'waiting']);
    expect(await stateOf(notes)).toEqual(all(25, 'ready'));
    expect(await piecesOf(notes)).toEqual(texts.map((text) => [text]));
    expect(begun).toEqual(texts);
    const rows = await db.selectFrom('outbox').select('payload').execute();
    // Twenty, five, and the empty one: each lets the document's screens look again.
    expect(rows.map(({ payload }) => payload)).toEqual(
      all(3, expect.objectContaining({ kind: 'record.changed', record: record.id })),
    );
  });

  it('shares them with another process: each is read by one', async () => {
    const { confirmed, reader, stateOf, piecesOf, begun } = await setUp();
    const texts = numbered(30, 'Talud');
    const notes = await confirmed('acta.txt', texts);
    const pictures = await confirmed('obra.jpg', numbered(110, 'Obra'));
    await Promise.all([reader().drain(), reader().drain()]);
    await reader().drain();
    expect(begun.toSorted()).toEqual(texts.toSorted());
    expect(await stateOf([...notes, ...pictures])).toEqual([...all(30, 'ready'), ...all(110, 'kind')]);
    expect(await piecesOf(notes)).toEqual(texts.map((text) => [text]));
  });

  it('gives up what ends its process again and again, and nothing that was read beside it', async () => {
    const { confirmed, reader, stateOf, begun, clock } = await setUp();
    const texts = ['Antes uno', 'Antes dos', 'Mortal', 'Después uno', 'Después dos'];
    const notes = await confirmed('pliego.txt', texts);
    for (let life = 1; life <= 3; life += 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      void reader('Mortal', resolve).drain();
      await promise;
      // Its lease runs out.
      clock.at += 181_000;
    }
    await reader('Mortal').drain();
    expect(await stateOf(notes)).toEqual(['ready', 'ready', 'failed', 'ready', 'ready']);
    const times = (text: string) => begun.filter((each) => each === text).length;
    // What was read just before it died was not kept, and was read by itself the next time.
    expect(texts.map(times)).toEqual([2, 2, 3, 1, 1]);
  });

  it('reads the contents of several people in turn, each person’s oldest first', async () => {
    const { confirmed, reader, begun } = await setUp();
    const [ana, eva, iris] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await confirmed('a.txt', numbered(150, 'Ana'), ana);
    await confirmed('e.txt', numbered(2, 'Eva'), eva);
    await confirmed('i.txt', ['Iris 0'], iris);
    await reader().drain();
    expect(begun).toHaveLength(153);
    expect(begun.slice(0, 3).toSorted()).toEqual(['Ana 0', 'Eva 0', 'Iris 0']);
    expect(begun.indexOf('Eva 1')).toBeLessThan(10);
    expect(begun.filter((text) => text.startsWith('Ana'))).toEqual(numbered(150, 'Ana'));
  });

  it('holds back whose documents take too long, longer each time, and nobody else', async () => {
    const { confirmed, reader, stateOf, begun, clock } = await setUp();
    const [ana, eva] = [crypto.randomUUID(), crypto.randomUUID()];
    await confirmed('lento.txt', numbered(15, 'Lento'), ana);
    await reader().drain();
    // A reader of another process knows it too.
    expect(begun).toEqual(['Lento 0', 'Lento 1']);
    const other = await confirmed('acta.txt', ['Acta'], eva);
    await Promise.all([reader().drain(), reader().drain()]);
    expect(begun).toEqual(['Lento 0', 'Lento 1', 'Acta']);
    expect(await stateOf(other)).toEqual(['ready']);
    const readAfter = async (seconds: number) => {
      clock.at += seconds * 1000;
      await reader().drain();
      return begun.filter((text) => text.startsWith('Lento')).length;
    };
    expect(await readAfter(1.5)).toBe(3);
    expect(await readAfter(1.5)).toBe(3);
    expect(await readAfter(2)).toBe(4);
    expect(await readAfter(5)).toBe(4);
    expect(await readAfter(3)).toBe(5);
    // In the end all of them are settled.
    for (let round = 0; round < 15; round += 1) await readAfter(601);
    expect(begun.filter((text) => text.startsWith('Lento'))).toHaveLength(15);
  });

  it('is not held back by what was written while the date was wrong', async () => {
    const { confirmed, reader, stateOf, db, clock } = await setUp();
    const ana = crypto.randomUUID();
    const later = new Date(clock.at + 86_400_000);
    await db
      .insertInto('text_holds')
      .values({ user_id: ana, failures: 3, failed_at: later, held_until: later })
      .execute();
    const notes = await confirmed('acta.txt', ['Cubicación'], ana);
    await reader().drain();
    expect(await stateOf(notes)).toEqual(['ready']);
  });

  it('keeps the others where one of them cannot be kept', async () => {
    const { confirmed, reader, stateOf, piecesOf } = await setUp();
    const notes = await confirmed('bases.txt', ['Áridos', 'con \0 adentro', 'Estribos']);
    await reader().drain();
    expect(await stateOf(notes)).toEqual(['ready', 'waiting', 'ready']);
    expect(await piecesOf(notes)).toEqual([['Áridos'], [], ['Estribos']]);
  });

  if (engine === 'postgres')
    it('leaves alone what somebody confirms at the moment, and sees the name that it gets', async () => {
      const { confirmed, reader, stateOf } = await setUp();
      const [sha256 = ''] = await confirmed('plano.dwg', ['Radier afinado']);
      const [other = ''] = await confirmed('otro.dwg', ['Otro plano']);
      await behindLock({ database: database() as TestDatabase }, { sha256 }, async (_, holder) => {
        await holder.query(`update versions set name = 'plano.txt' where sha256 = $1`, [sha256]);
        await reader().drain();
        expect(await stateOf([sha256, other])).toEqual(['waiting', 'kind']);
        await holder.query('commit');
      });
      await reader().drain();
      expect(await stateOf([sha256])).toEqual(['ready']);
    });
});
