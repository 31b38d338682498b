import { describe, expect, it } from 'vitest';
import { catalogues, i18next } from './i18n.ts';

import.meta.glob('../{app,features/**,components/*}/catalogue.ts', { eager: true });

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const PLURALS = ['_one', '_many', '_other', '_zero'];

/** Whether a catalogue has this key, as it stands or as a plural, or (for `a.${x}`) anything below the prefix. */
function has(namespace: string, key: string): boolean {
  let node: unknown = catalogues[namespace];
  const parts = key.split('.');
  const last = parts.pop() ?? '';
  for (const part of parts) node = (node as Record<string, unknown> | undefined)?.[part];
  if (typeof node !== 'object' || node === null) return false;
  return [last, ...PLURALS.map((plural) => last + plural)].some((name) => name in (node as object));
}

/** What a source file asks for: `t('key')`, `t('ns:key')`, `i18next.t('key')`, under its own useTranslation. */
function asked(source: string): { namespace: string; key: string }[] {
  const own = /useTranslation\(\[?'([a-z-]+)'/.exec(source)?.[1] ?? 'common';
  return [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, literal = '']) => {
    const [first, second] = literal.split(':');
    return second ? { namespace: first ?? own, key: second } : { namespace: own, key: first ?? '' };
  });
}

describe('catalogues', () => {
  const uses = Object.entries(sources)
    .filter(([path]) => !path.includes('.test.'))
    .flatMap(([path, source]) => asked(source).map((use) => ({ path, ...use })));

  it('finds the texts that the screens ask for', () => {
    expect(uses.length).toBeGreaterThan(20);
    const missing = uses.filter((use) => !has(use.namespace, use.key) && !has('common', use.key));
    expect(missing).toEqual([]);
  });

  it('stops at a missing text', () => {
    expect(() => i18next.t('no.such.text')).toThrow(/no text for/);
  });

  it('holds no empty text', () => {
    const empty: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node === 'string') {
        if (!node.trim()) empty.push(path);
        return;
      }
      for (const [key, value] of Object.entries(node as object)) walk(value, `${path}.${key}`);
    };
    for (const [namespace, catalogue] of Object.entries(catalogues)) walk(catalogue, namespace);
    expect(empty).toEqual([]);
  });
});
