import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const at = (path: string): string => new URL(`../../${path}`, import.meta.url).pathname;
const catalogue = JSON.parse(readFileSync(at('src/renderer/features/audit/es.json'), 'utf8')) as {
  actions: Record<string, string>;
};

/** What the server writes into the trail: `action: 'record.move'`, or a helper's argument of that shape. */
const ACTION = /(?:action: |change\(actor, id, )'([a-z]+\.[a-z_]+)'/gi;

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
    const told = new Set(Object.keys(catalogue.actions));
    expect([...actions].filter((action) => !told.has(action.replace('.', '_')))).toEqual([]);
  });
});
