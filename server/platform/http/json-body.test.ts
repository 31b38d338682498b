import { describe, expect, it } from 'vitest';
import { isBeyond } from './json-body.ts';

const deeperThan = (levels: number, text: string) =>
  isBeyond({ levels, containers: 2_000_000, keys: 10 }, Buffer.from(text));

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

it('how many lists and objects a body has is known before it is parsed', () => {
  const isMore = (text: string) => isBeyond({ levels: 32, containers: 4, keys: 10 }, Buffer.from(text));
  expect([isMore('[{},{},{}]'), isMore('[{},{},{},{}]')]).toEqual([false, true]);
  expect(isMore('["{}{}{}{}{}{}","[[[[[["]')).toBe(false);
});

it('so is how many keys it has', () => {
  const isMore = (text: string) => isBeyond({ levels: 32, containers: 4, keys: 3 }, Buffer.from(text));
  expect([isMore('{"a":1,"b":2,"c":3}'), isMore('{"a":1,"b":2,"c":{"d":1}}')]).toEqual([false, true]);
  expect(isMore('["a:b:c:d:e", "::::"]')).toBe(false);
});
