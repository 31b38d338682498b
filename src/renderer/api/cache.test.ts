import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { staleAfter, TOPICS, type Topic } from '#shared/platform/topics.ts';
import { resourceOf } from './cache.ts';

const entries: readonly Endpoint[] = Object.values(contract);
const cached = new Set(
  entries.filter(({ method, raw }) => method === 'GET' && !raw).map(({ path }) => resourceOf(path)),
);

/** Nobody's call changes them, or they are never served from the cache. */
const NEVER_STALE = ['audit', 'auth', 'changes', 'health', 'imports', 'ready'];

describe('topics', () => {
  it('name nothing that no call fetches', () => {
    const named = [...staleAfter(Object.keys(TOPICS) as Topic[])];
    expect(named.filter((resource) => !cached.has(resource))).toEqual([]);
  });

  it('leave nothing on screen as it was', () => {
    const named: ReadonlySet<string> = staleAfter(Object.keys(TOPICS) as Topic[]);
    expect([...cached].filter((resource) => !named.has(resource)).sort()).toEqual(NEVER_STALE);
  });

  it('are not named by calls that change nothing', () => {
    expect(entries.filter(({ method, changes }) => method === 'GET' && changes)).toEqual([]);
  });

  it('hold how folders stand with whatever it follows from', () => {
    const causes = ['records', 'rules', 'folders'] as const;
    for (const [topic, resources] of Object.entries(TOPICS) as [Topic, readonly string[]][])
      if (causes.some((cause) => resources.includes(cause))) expect(resources, topic).toContain('compliance');
  });
});
