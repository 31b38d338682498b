import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREA_WORDS } from '../../src/shared/audit/audit.ts';
import { AUDIT_ACTIONS } from '../../src/shared/audit/audit-words.ts';

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

  it('belong to one area each, and every area has some', () => {
    const words = new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0]));
    expect(Object.values(AREA_WORDS).flat().toSorted()).toEqual([...words].toSorted());
  });
});
