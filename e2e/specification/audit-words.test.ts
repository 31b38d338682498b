import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AREA_WORDS } from '../../src/shared/audit/audit.ts';
import { AUDIT_FIELDS } from '../../src/shared/audit/audit-field-words.ts';
import { AUDIT_SENTENCES } from '../../src/shared/audit/audit-sentences.ts';
import { valueWords } from '../../src/shared/audit/audit-values.ts';
import { AUDIT_ACTIONS, AUDIT_TYPES } from '../../src/shared/audit/audit-words.ts';
import { endpoints } from '../../src/shared/contract.ts';
import { SETTINGS_SECTIONS } from '../../src/shared/organization/settings.ts';

const at = (path: string): string => new URL(`../../${path}`, import.meta.url).pathname;
/** What the server writes into the trail: `action: 'record.move'`, or a helper's argument of that shape. */
const ACTION = /(?:action: |change\(actor, id, )'([a-z]+\.[a-z_.]+)'/gi;

describe('the words of the audit trail', () => {
  const actions = new Set(
    globSync('server/**/*.ts', { cwd: at('') })
      .filter((path) => !path.includes('.test.') && !path.startsWith('server/testing/'))
      .flatMap((path) =>
        [...readFileSync(at(path), 'utf8').matchAll(ACTION)].map(([, action = '']) => action),
      ),
  );

  it('tell every action that the server writes down', () => {
    expect(actions.size).toBeGreaterThan(30);
    expect([...actions].filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
  });

  it('tell every part of the settings', () => {
    const parts = SETTINGS_SECTIONS.map((section) => `settings.${section}`);
    expect(parts.filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
  });

  it('make a sentence of every action', () => {
    expect(Object.keys(AUDIT_SENTENCES).toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted());
  });

  it('belong to one area each, and every area has some', () => {
    const words = new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0]));
    expect(Object.values(AREA_WORDS).flat().toSorted()).toEqual([...words].toSorted());
  });

  it('tell every kind of thing that something was done to', () => {
    const types = globSync('server/**/*.ts', { cwd: at('') })
      .filter((path) => !path.includes('.test.') && !path.startsWith('server/testing/'))
      .flatMap((path) => [...readFileSync(at(path), 'utf8').matchAll(/targetType: '([a-zA-Z]+)'/g)])
      .map(([, type = '']) => type);
    expect(types.length).toBeGreaterThan(30);
    expect([...new Set(types)].filter((type) => !(type in AUDIT_TYPES))).toEqual([]);
  });
});

/** Fields that people choose one of a few values in, which are in no event of the trail under a name of their own. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  // How a call works, and what it leaves out.
  ...['unfinished', 'onStale', 'confirm', 'template', 'kind'],
  // Settings, which the trail has under names of their own.
  ...['required', 'read'],
  // Whom and what a notice is about, and what somebody is told of: in the trail each kind of notice is a field.
  ...['refModel', 'fromModel', 'toModel', 'type', 'choice'],
  // Filters of exports.
  ...['sort', 'area', 'status', 'role', 'enabled'],
]);

interface Def {
  readonly type: string;
  readonly entries?: Record<string, unknown>;
  readonly shape?: Record<string, z.ZodType>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly valueType?: z.ZodType;
}

/** The fields of a schema that take one of a few values, with these. */
function choicesIn(schema: z.ZodType, name: string, found: Map<string, Set<string>>): void {
  const def = schema._zod.def as unknown as Def;
  if (def.entries) {
    const values = found.get(name) ?? new Set();
    for (const value of Object.values(def.entries)) values.add(String(value));
    found.set(name, values);
  }
  for (const [field, inner] of Object.entries(def.shape ?? {})) choicesIn(inner, field, found);
  const inner = [def.element, def.innerType, def.in, def.out, def.valueType, ...(def.options ?? [])];
  for (const each of inner) if (each) choicesIn(each, name, found);
}

/** As columns are called. */
const asColumn = (field: string): string =>
  field === 'nonWorkingPolicy'
    ? 'non_working'
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('what people choose', () => {
  const found = new Map<string, Set<string>>();
  for (const [name, endpoint] of endpoints as [string, { body?: z.ZodType; query?: z.ZodType }][]) {
    if (endpoint.body) choicesIn(endpoint.body, name, found);
    if (/Export$/.test(name) && endpoint.query) choicesIn(endpoint.query, name, found);
  }
  const fields = [...found].filter(([field]) => !NOT_WRITTEN.has(field));

  it('has a word in the trail, whatever it is', () => {
    expect(fields.length).toBeGreaterThan(15);
    for (const [field, values] of fields) {
      const names = [...new Set([field, asColumn(field)])].filter((name) => name in AUDIT_FIELDS);
      expect([field, names.length > 0]).toEqual([field, true]);
      for (const name of names)
        for (const value of values) {
          const words = valueWords(name, value);
          expect([name, value, words]).toEqual([name, value, expect.stringMatching(/^[A-ZÁÉÍÓÚ]/)]);
        }
    }
  });
});
