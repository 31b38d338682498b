import { describe, expect, it } from 'vitest';
import { RULE_TEMPLATES } from '#shared/compliance/templates.ts';
import { folderCreate } from '#shared/documents/folders.schemas.ts';
import { labelCreate } from '#shared/labels/labels.schemas.ts';
import { libraryCreate } from '#shared/libraries/groups.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { SET_KEYS, withNeeded, withoutNeeding } from '#shared/starting/starter-set.ts';
import { obligationBody, ruleBody, typeBody } from './make-set.ts';
import { itemsOf, type SetItem } from './set-items.ts';
import { SETS } from './sets/sets.ts';

const ID = '01a2b3c4-0000-7000-8000-000000000000';
const STARTS_ON = '2026-12-01';

/** Parses an item as the call that makes it does. */
function parse(item: SetItem): unknown {
  switch (item.kind) {
    case 'type':
      return typeBody(item.type);
    case 'label':
      return labelCreate.parse({ name: item.name, icon: item.icon });
    case 'library':
      return libraryCreate.parse({ name: item.name, description: item.description });
    case 'folder':
      return folderCreate.parse({ group: ID, name: item.name });
    case 'rule':
      return ruleBody(item, { folder: ID, documentType: ID }, STARTS_ON);
    case 'calendar':
      return item.name;
    case 'obligation':
      return obligationBody(
        item,
        { calendar: ID, folder: ID, group: null, documentType: ID, responsible: null },
        STARTS_ON,
      );
  }
}

describe.each(SET_KEYS)('the starter set %s', (key) => {
  const items = itemsOf(SETS[key]);
  const keys = new Set(items.map((item) => item.key));

  it('holds what the calls accept, and something of each kind', () => {
    for (const item of items) expect(() => parse(item), item.key).not.toThrow();
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(7);
  });

  it('names each thing once, and makes what something needs before it', () => {
    expect(keys.size).toBe(items.length);
    const before = new Set<string>();
    for (const item of items) {
      const refers = [...item.needs, ...('labels' in item ? item.labels : [])];
      expect(
        refers.filter((each) => !before.has(each)),
        item.key,
      ).toEqual([]);
      before.add(item.key);
    }
    const folders = items.flatMap((item) => (item.kind === 'obligation' ? item.folder : []));
    expect(folders.filter((folder) => !keys.has(folder))).toEqual([]);
  });

  it('has no two names that clash where they are compared', () => {
    const places = items.map(({ kind, within, name }) => `${kind} ${within} ${clashKey(name)}`);
    expect(new Set(places).size).toBe(places.length);
    const codes = SETS[key].types.map(({ code }) => clashKey(code));
    expect(new Set(codes).size).toBe(codes.length);
    const rules = items.flatMap((item) => (item.kind === 'rule' ? `${item.folder} ${item.rule.code}` : []));
    expect(new Set(rules).size).toBe(rules.length);
  });

  it('calls a type as the templates of rules do', () => {
    const templated = RULE_TEMPLATES.flatMap(({ rules }) => rules.map(({ type }) => type));
    const names = new Map(SETS[key].types.map(({ code, name }) => [code, name]));
    for (const { code, name } of templated) {
      expect([name, undefined]).toContain(names.get(code));
    }
  });
});

describe('what needs what', () => {
  const items = [
    { key: 'type', needs: [], state: 'new' },
    { key: 'library', needs: [], state: 'exists' },
    { key: 'folder', needs: ['library'], state: 'new' },
    { key: 'rule', needs: ['folder', 'type'], state: 'new' },
  ] as const;

  it('is chosen with it, apart from what is there', () => {
    expect([...withNeeded(items, ['rule'])].sort()).toEqual(['folder', 'rule', 'type']);
    expect(withNeeded(items, ['library', 'unknown']).size).toBe(0);
  });

  it('goes with what it needs', () => {
    const all = new Set(['type', 'folder', 'rule']);
    expect([...withoutNeeding(items, all, ['folder'])]).toEqual(['type']);
    expect([...withoutNeeding(items, all, ['rule'])]).toEqual(['type', 'folder']);
  });
});
