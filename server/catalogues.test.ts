import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every catalogue outside of the page, by its file, and the sources that take texts from it. */
const CATALOGUES = [
  ...find('server', /(^|\/)es\.json$/),
  'src/main/i18n/es.json',
  'src/main/sync/host/cli/cli-es.json',
  'src/shared/platform/texts/sentences-es.json',
];
const PLURAL = /_(one|many|other)$/;

function find(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path));
}

/** The texts of a catalogue by key; plural forms have keys of their own. */
function textsOf(file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (node: unknown, path: string): void => {
    if (typeof node === 'string') texts.set(path, node);
    else
      for (const [key, value] of Object.entries(node as object))
        add(value, path === '' ? key : `${path}.${key}`);
  };
  add(JSON.parse(readFileSync(file, 'utf8')), '');
  return texts;
}

/** The product's sources that take texts from a catalogue: the file beside it, and all that import that. */
function sourcesOf(file: string): string[] {
  const folder = dirname(file);
  const room = folder === 'server' ? readdirSync('server').map((name) => `server/${name}`) : null;
  const main = file.startsWith('src/main/i18n') ? find('src/main', /^src\/main\/(?!sync\/)/) : null;
  const below = room ?? main ?? find(folder, /\.ts$/);
  return below
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'));
}

interface Use {
  /** A key, or the pattern of the keys that a template gives. */
  readonly key: RegExp;
  readonly written: string;
  readonly values: string;
}

/** As a look-ahead: the values of one call may hold another. */
const CALL = /\bt\((?=\s*(?:'([^']+)'|`([^`]+)`)\s*(?:,\s*(\{[\s\S]*?\}))?\s*\))/g;

const usesIn = (source: string): Use[] =>
  [...source.matchAll(CALL)].map(([, plain, template, values = '']) => {
    const written = plain ?? template ?? '';
    const escaped = written.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[^.]+');
    return { key: new RegExp(`^${escaped}$`), written, values };
  });

describe.each(CATALOGUES)('%s', (file) => {
  const texts = textsOf(file);
  const keys = [...texts.keys()];
  const sources = sourcesOf(file);
  const uses = sources.flatMap(usesIn);

  it('has no empty text', () => {
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has all three forms of each plural', () => {
    const bases = new Set(keys.filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, '')));
    const missing = [...bases].flatMap((base) =>
      ['one', 'many', 'other'].map((form) => `${base}_${form}`).filter((key) => !texts.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it('has no text that nobody asks for', () => {
    const code = sources.join('\n');
    // Tables are taken as a whole, `es.errors`, and looked up by codes from elsewhere.
    const taken = [...code.matchAll(/\b(?:es|words)\.(\w+)/g)].map(([, table]) => `${table}.`);
    const unused = keys
      .filter((key) => !uses.some((use) => use.key.test(key) || use.key.test(key.replace(PLURAL, ''))))
      .filter((key) => !taken.some((table) => key.startsWith(table)));
    // A key may be chosen before it is looked up.
    expect(unused.filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });

  it('gives each text the values that it names', () => {
    const lacking = uses.flatMap(({ key, written, values }) =>
      [...texts]
        .filter(([name]) => key.test(name.replace(PLURAL, '')) || key.test(name))
        .flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)])
        .filter(([, value]) => !new RegExp(`\\b${value}\\b`).test(values))
        .map(([placeholder]) => `${written}: ${placeholder}`),
    );
    expect(lacking).toEqual([]);
  });
});
