import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import { LIMITS } from './limits.ts';
import { RULES } from './rules.ts';
import { stands } from './stands.ts';

const lines = [...RULES, ...ERRORS, ...LIMITS];

/** How many bullets each section has, and how many lines they are: nothing is left out by accident. */
const SIZES = [
  { section: 5, bullets: 9, lines: 15 },
  { section: 8, bullets: 8, lines: 21 },
  { section: 9, bullets: 7, lines: 17 },
] as const;

describe('the specification’s rules, errors and limits, and what holds them', () => {
  it.each(SIZES)('section $section is here, bullet by bullet', ({ section, bullets, lines: count }) => {
    const own = lines.filter((each) => each.section === section);
    expect(own).toHaveLength(count);
    expect(new Set(own.map(({ line }) => line)).size).toBe(count);
    const seen = [...new Set(own.map(({ bullet }) => bullet))];
    expect(seen).toEqual(Array.from({ length: bullets }, (_, at) => at + 1));
  });

  it('every test that is named is there', () => {
    const missing = lines.flatMap(({ line, tests }) =>
      tests.filter((each) => !stands(each)).map(({ file, name }) => `${line}: ${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('a test that is not there is noticed', () => {
    const [known] = RULES[0]?.tests ?? [];
    expect(stands({ file: known?.file ?? '', name: 'title: required, 5 to 80 character' })).toBe(false);
    expect(stands({ file: 'e2e/web/no-such.spec.ts', name: known?.name ?? '' })).toBe(false);
  });

  it('every constant is the specification’s', () => {
    for (const { line, constants = [] } of lines) {
      for (const [held, specified] of constants) expect(held, line).toBe(specified);
    }
  });

  it('every line has a test, but for those that say when their screen comes', () => {
    const bare = lines.filter(({ tests, later }) => tests.length === 0 && !later);
    expect(bare.map(({ line }) => line)).toEqual([]);
    const unheldLater = lines.filter(({ later, constants }) => later && !constants);
    expect(unheldLater.map(({ line }) => line)).toEqual([]);
  });
});
