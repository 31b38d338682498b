import { describe, expect, it } from 'vitest';
import { type Node, rollUp } from './roll-up.ts';

type Own = { rules: number; blocking: number; dueSoon: boolean };
const complying: Own = { rules: 1, blocking: 0, dueSoon: false };
const failing: Own = { rules: 2, blocking: 1, dueSoon: false };
const ending: Own = { rules: 1, blocking: 0, dueSoon: true };

/** obra ▸ (montajes ▸ turno, aseo), and oficina beside it. */
const TREE: readonly Node[] = [
  { id: 'obra', parent: null },
  { id: 'montajes', parent: 'obra' },
  { id: 'turno', parent: 'montajes' },
  { id: 'aseo', parent: 'obra' },
  { id: 'oficina', parent: null },
];
const standing = (own: Record<string, Own>, ruled: readonly string[] = [], nodes = TREE) => {
  const found = rollUp(nodes, new Map(Object.entries(own)), new Set(ruled));
  return Object.fromEntries(
    [...found].map(([id, { colour, dueSoon }]) => [id ?? 'all', dueSoon ? `${colour}, soon` : colour]),
  );
};
const NONE = { obra: 'none', montajes: 'none', turno: 'none', aseo: 'none', oficina: 'none', all: 'none' };

describe('the colour of a folder', () => {
  it('is none without rules in it or below', () => {
    expect(standing({})).toEqual(NONE);
    expect(standing({ obra: { rules: 0, blocking: 0, dueSoon: false } })).toEqual(NONE);
  });

  it('is green for all that lies above a rule that is met, and for nothing beside or below it', () => {
    expect(standing({ montajes: complying })).toEqual({
      ...NONE,
      ...{ montajes: 'ok', obra: 'ok', all: 'ok' },
    });
  });

  it('is green where its rules are for each of its sub-folders, though it has none', () => {
    expect(standing({}, ['aseo'])).toEqual({ ...NONE, aseo: 'ok', obra: 'ok', all: 'ok' });
  });

  it('is red above what blocks, whatever is green before, after and on the way', () => {
    const own = { obra: complying, montajes: complying, turno: failing, aseo: complying, oficina: complying };
    expect(standing(own)).toEqual({
      ...{ turno: 'fail', montajes: 'fail', obra: 'fail', all: 'fail' },
      ...{ aseo: 'ok', oficina: 'ok' },
    });
  });

  it('stays red of its own though all below it is green', () => {
    expect(standing({ obra: failing, montajes: complying })).toEqual({
      ...NONE,
      ...{ obra: 'fail', montajes: 'ok', all: 'fail' },
    });
  });

  it('counts for the library where its parent cannot be seen', () => {
    expect(standing({ turno: failing }, [], [{ id: 'turno', parent: 'hidden' }])).toEqual({
      ...{ turno: 'fail', all: 'fail' },
    });
  });
});

describe('“por vencer”', () => {
  it('is said of what complies, and of what lies above it', () => {
    expect(standing({ turno: ending })).toEqual({
      ...NONE,
      ...{ turno: 'ok, soon', montajes: 'ok, soon', obra: 'ok, soon', all: 'ok, soon' },
    });
    expect(standing({ obra: complying })).toMatchObject({ obra: 'ok', all: 'ok' });
  });

  it('is not said of what is red, but still of what is green inside of it', () => {
    expect(standing({ montajes: { ...failing, dueSoon: true } })).toMatchObject({
      montajes: 'fail',
      all: 'fail',
    });
    expect(standing({ obra: failing, turno: ending })).toMatchObject({
      ...{ turno: 'ok, soon', montajes: 'ok, soon', obra: 'fail', all: 'fail' },
    });
  });
});
