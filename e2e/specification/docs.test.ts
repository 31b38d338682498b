import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The rooms at the top: each says in a README what lies in it. */
const ROOMS = [
  ...['src/main', 'src/preload', 'src/renderer', 'src/shared'],
  ...['server', 'e2e', 'scripts', 'bench'],
];
/** What a newcomer follows from file to file. Decisions and the changelog tell of their own time. */
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'src/main/sync/README.md', ...ROOMS.map((room) => `${room}/README.md`)],
  ...['docs', 'docs/domain', 'docs/operations', 'docs/protocols'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];
/** A path from the repository's top, between backticks: no pattern, no placeholder, and no address (`docs/confirm`). */
const PATH = /`((?:src|server|e2e|scripts|bench)\/[\w./-]+|docs\/[\w/-]+\.md)`/g;

describe('the paths that the documents name', () => {
  it.each(PAGES)('are there, in %s', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(PATH)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(PAGES.filter((page) => page.startsWith('docs/')))('lead somewhere as links, in %s', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, to = '']) => to,
    );
    expect(links.filter((to) => !existsSync(join(dirname(page), to)))).toEqual([]);
  });

  it('are many in the walks', () => {
    expect(readFileSync('docs/walks.md', 'utf8').match(PATH)?.length).toBeGreaterThan(25);
  });
});
