import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/decisions';
const files = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .toSorted();
const read = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');
const index = read('README.md')
  .split('\n')
  .filter((line) => line.startsWith('| ['));

/** `# 0001 Title`, then a line of status that may go on with what replaces what. */
const HEAD =
  /^# (\d{4}) (.+)\n\n\*\*Status\*\*: (accepted|replaced), (20\d\d-\d\d-\d\d)\.([^#]*)\n\n## Context\n/;
const SECTIONS = ['## Context', '## Decision', '## Consequences'];

describe('a decision', () => {
  it.each(files)('has the form that the README names: %s', (name) => {
    const text = read(name);
    expect(HEAD.exec(text)?.[1], 'title, status and date, then the context').toBe(name.slice(0, 4));
    const sections = text.match(/^## .+$/gm) ?? [];
    expect(sections.slice(0, 3)).toEqual(SECTIONS);
    expect(['', '## Alternatives']).toContain(sections.slice(3).join());
  });

  it('stands in the index by its title, in order', () => {
    const rows = files.map((name) => `| [${name.slice(0, 4)}](${name}) | ${HEAD.exec(read(name))?.[2]} | `);
    expect(index.map((line, at) => line.slice(0, rows[at]?.length))).toEqual(rows);
  });

  it('that another one replaces, also in part, is named so in the index', () => {
    for (const [at, name] of files.entries()) {
      const [, , , status = '', , more = ''] = HEAD.exec(read(name)) ?? [];
      const by = [...more.matchAll(/(?:replaced|became)[^.]*?\bdecision (\d{4})/g)].map(
        ([, number]) => number,
      );
      expect(index[at], name).toContain(`| ${status}`);
      for (const number of by)
        expect(index[at], `${name} is replaced by ${number}`).toContain(String(number));
    }
  });
});
