import { describe, expect, it } from 'vitest';
import { findLabelIcons, LABEL_ICON_NAMES } from './label-icons.ts';
import { heightOf, LABEL_DEPTH_MAX, upFrom, whyNotBelow } from './label-tree.ts';

const line = (...ids: string[]) =>
  ids.map((id, at) => ({ id, parent: at === 0 ? null : (ids[at - 1] ?? null) }));

describe('the tree of labels', () => {
  const tree = [...line('a', 'b', 'c'), { id: 'd', parent: 'a' }, { id: 'x', parent: null }];

  it('knows what lies above and below', () => {
    expect(upFrom(new Map(tree.map((each) => [each.id, each])), 'c')).toEqual(['c', 'b', 'a']);
    expect(upFrom(new Map(), 'gone')).toEqual(['gone']);
    expect(heightOf(tree, 'a')).toBe(3);
    expect(heightOf(tree, 'x')).toBe(1);
  });

  it.each([
    ['a', 'a', 'cycle'],
    ['a', 'c', 'cycle'],
    ['b', 'd', null],
    ['a', null, null],
    ['x', 'c', null],
  ])('%s below %s: %s', (id, parent, why) => {
    expect(whyNotBelow(tree, id, parent)).toBe(why);
  });

  it('has an end downwards', () => {
    const deep = [
      ...line(...Array.from({ length: LABEL_DEPTH_MAX }, (_, at) => `l${at}`)),
      ...line('p', 'q'),
    ];
    expect(whyNotBelow(deep, 'p', `l${LABEL_DEPTH_MAX - 1}`)).toBe('depth');
    expect(whyNotBelow(deep, 'q', `l${LABEL_DEPTH_MAX - 2}`)).toBe(null);
    expect(whyNotBelow(deep, 'p', `l${LABEL_DEPTH_MAX - 2}`)).toBe('depth');
  });

  it('does not run for ever where rows are wrong', () => {
    const round = [
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
    ];
    expect(heightOf(round, 'a')).toBe(2);
    expect(whyNotBelow(round, 'a', 'b')).toBe('cycle');
  });
});

describe('the signs of labels', () => {
  it('are about a hundred, each once', () => {
    expect(LABEL_ICON_NAMES.length).toBeGreaterThan(95);
    expect(new Set(LABEL_ICON_NAMES).size).toBe(LABEL_ICON_NAMES.length);
  });

  it.each([
    ['grua', 'crane'],
    ['Grúa', 'crane'],
    ['certificado docu', 'file-certificate'],
    ['medio amb', 'leaf'],
    ['helmet', 'helmet'],
  ])('«%s» finds %s', (text, icon) => {
    expect(findLabelIcons(text)).toContain(icon);
  });

  it('say nothing where nothing fits, and everything where nothing is asked', () => {
    expect(findLabelIcons('zzz')).toEqual([]);
    expect(findLabelIcons('  ')).toHaveLength(LABEL_ICON_NAMES.length);
  });
});
