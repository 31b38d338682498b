import { describe, expect, it } from 'vitest';
import { isNestedBeyond } from './json-body.ts';

const deeperThan = (levels: number, text: string) => isNestedBeyond(levels, Buffer.from(text));

describe('how deep a body is nested', () => {
  it.each([
    ['[[1]]', 2],
    ['{"a":{"b":[1,2]}}', 3],
    ['[[],[],[[]]]', 3],
    ['[{"a":[1]},{"b":[2]}]', 3],
  ])('%s is %i levels', (text, levels) => {
    expect([deeperThan(levels - 1, text), deeperThan(levels, text)]).toEqual([true, false]);
  });

  it('is not told by what stands in texts', () => {
    expect(deeperThan(1, JSON.stringify(['[[[[', '\\"[[[[', '\\\\']))).toBe(false);
    expect(deeperThan(1, '["\\\\",[]]')).toBe(true);
  });

  it('is known of a megabyte before it is parsed', () => {
    expect(deeperThan(32, '['.repeat(1_000_000))).toBe(true);
  });
});
