import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noPages } from '../../testing/files/pages.ts';
import { MadePagesStore } from './made-pages.ts';
import { NoPages, type PageMaker } from './page-maker.ts';
import { Pages } from './pages.ts';

const sha = (digit: string) => digit.repeat(64);
const file = (digit: string, name = 'Acta.docx') => ({ name, sha256: sha(digit), size: 10 });
const days = (count: number) => new Date(Date.now() - count * 86_400_000);

let dataDir: string;
let drawn: string[];
let make: PageMaker['make'];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'legajo-pages-'));
  drawn = [];
  make = async (bytes, extension) => {
    drawn.push(`${extension} ${String(bytes)}`);
    return Buffer.from(`%PDF- of ${String(bytes)}`);
  };
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const options = (over = {}) => ({ dataDir, maxBytes: 1000, freeBytes: 0, ...over });
const pagesOf = (version = 'one 1.0', over = {}) =>
  new Pages(options(over), {
    office: async () => ({ version, make: (...given) => make(...given) }),
    photo: async () => null,
    thumbnail: async () => null,
  });
const bytesOf = (text: string) => async () => Buffer.from(text);
const faultOf = (error: unknown) => (error instanceof NoPages ? error.fault : error);
const kept = async () =>
  (await readdir(join(dataDir, 'pages'), { recursive: true })).filter((name) => name.includes('.')).sort();

test('pages are drawn once, also for people who ask together and after a restart', async () => {
  const pages = pagesOf();
  expect(await pages.find(file('a'))).toBeNull();
  const [one, other] = await Promise.all([
    pages.draw(file('a'), bytesOf('acta')),
    pages.draw(file('a', 'Copia.docx'), bytesOf('acta')),
  ]);
  expect(one).toEqual(other);
  expect(await pagesOf().find(file('a'))).toEqual(one);
  expect(drawn).toEqual(['docx acta']);
});

test('another program, another kind of file and another content have pages of their own', async () => {
  const tags = new Set<string>();
  for (const [version, asked] of [
    ['one 1.0', file('a')],
    ['one 2.0', file('a')],
    ['one 1.0', file('a', 'Acta.odt')],
    ['one 1.0', file('b')],
  ] as const)
    tags.add((await pagesOf(version).draw(asked, bytesOf('acta'))).tag);
  expect(tags.size).toBe(4);
});

test('a file that cannot be drawn is not tried at each view, but again after a day', async () => {
  make = async () => {
    drawn.push('tried');
    throw new NoPages('failed');
  };
  const pages = pagesOf();
  expect(await pages.draw(file('a'), bytesOf('')).catch(faultOf)).toBe('failed');
  expect(await pages.find(file('a')).catch(faultOf)).toBe('failed');
  expect(await pages.draw(file('a'), bytesOf('')).catch(faultOf)).toBe('failed');
  expect(drawn).toEqual(['tried']);
  const [name = ''] = await kept();
  await utimes(join(dataDir, 'pages', name), days(2), days(2));
  expect(await pages.find(file('a'))).toBeNull();
});

test('a fault of the computer is none of the file', async () => {
  make = async () => {
    throw new Error('no memory');
  };
  const pages = pagesOf();
  await expect(pages.draw(file('a'), bytesOf(''))).rejects.toThrow('no memory');
  expect(await pages.find(file('a'))).toBeNull();
});

test('what has no pages says why, and without a program nothing has any', async () => {
  const pages = pagesOf();
  expect(await pages.find(file('a', 'foto.png')).catch(faultOf)).toBe('kind');
  expect(await pages.find({ ...file('a'), size: 61_000_000 }).catch(faultOf)).toBe('too_large');
  const none = noPages(dataDir);
  expect(await none.find(file('a')).catch(faultOf)).toBe('unavailable');
});

test('where the disk has no room the pages are given and not kept', async () => {
  const pages = pagesOf('one', { freeBytes: Number.MAX_SAFE_INTEGER });
  expect(await pages.draw(file('a'), bytesOf('acta'))).toMatchObject({ bytes: Buffer.from('%PDF- of acta') });
  expect(await kept()).toEqual([]);
});

test('the pages of a content go with it, and no others', async () => {
  const pages = pagesOf();
  await pages.draw(file('a'), bytesOf('acta'));
  await pages.draw({ ...file('a', 'x.odt') }, bytesOf('acta'));
  await pages.draw({ ...file('a'), sha256: `${sha('a').slice(0, 63)}b` }, bytesOf('otra'));
  await pages.store.forget(sha('a'));
  expect(await kept()).toHaveLength(1);
  await pages.store.forget(sha('f'));
});

test('a sweep removes what nobody used for long, and the oldest of too much', async () => {
  const store = new MadePagesStore(options({ maxBytes: 25 }));
  const key = (digit: string) => ({
    sha256: sha(digit),
    extension: 'docx',
    version: 'one',
    form: 'pdf' as const,
  });
  for (const digit of ['a', 'b', 'c', 'd']) {
    const made = await store.keep(key(digit), Buffer.from('%PDF-12345'));
    const ages: Record<string, number> = { a: 100, b: 3, c: 2, d: 0 };
    await utimes(made?.path ?? '', days(ages[digit] ?? 0), days(ages[digit] ?? 0));
  }
  // It was used now, which spares it.
  expect(await store.find(key('b'))).not.toBeNull();
  await writeFile(join(dataDir, 'pages', 'aa', '.half'), 'x'.repeat(10));
  await utimes(join(dataDir, 'pages', 'aa', '.half'), days(2), days(2));
  expect(await store.sweep()).toBe(3);
  expect((await kept()).map((name) => name.slice(0, 2))).toEqual(['bb', 'dd']);
});

test('a thumbnail is drawn of the pages, once, and both go with the content', async () => {
  let thumbnails = 0;
  const thumbnail: PageMaker = {
    version: 'small 1.0',
    make: async (bytes) => {
      thumbnails += 1;
      return Buffer.from(`small ${String(bytes)}`);
    },
  };
  const pages = new Pages(options(), {
    office: async () => ({ version: 'one 1.0', make: (...given) => make(...given) }),
    photo: async () => null,
    thumbnail: async () => thumbnail,
  });
  const small = (asked: ReturnType<typeof file>) => pages.draw(asked, bytesOf('acta'), 'thumbnail');
  const all = ['a', 'b', 'c', 'a'].map((digit) => small(file(digit)));
  await Promise.all(all);
  await small(file('a'));
  expect([thumbnails, drawn.length]).toEqual([3, 3]);
  const made = await pages.find(file('a'), 'thumbnail');
  expect(await readFile(made?.path ?? '', 'utf8')).toBe('small %PDF- of acta');
  expect((await kept()).map((name) => name.slice(-3))).toEqual(['jpg', 'pdf', 'jpg', 'pdf', 'jpg', 'pdf']);
  await pages.store.forget(sha('a'));
  expect(await kept()).toHaveLength(4);

  await small(file('d', 'Acta.pdf'));
  expect(drawn).toHaveLength(3);
  expect(await pages.find(file('e', 'foto.webp'), 'thumbnail').catch(faultOf)).toBe('kind');
  expect(await pages.find({ ...file('e', 'Acta.pdf'), size: 61_000_000 }, 'thumbnail').catch(faultOf)).toBe(
    'too_large',
  );
  make = async () => {
    throw new NoPages('failed');
  };
  expect(await small(file('f')).catch(faultOf)).toBe('failed');
  expect(await pages.find(file('f'), 'thumbnail').catch(faultOf)).toBe('failed');
});
