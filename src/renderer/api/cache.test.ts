import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { staleAfter, TOPICS, type Topic } from '#shared/platform/topics.ts';
import { invalidate, invalidateAll, resourceOf } from './cache.ts';
import { queryClient } from './query-client.ts';

const entries: readonly Endpoint[] = Object.values(contract);
const cached = new Set(
  entries.filter(({ method, raw }) => method === 'GET' && !raw).map(({ path }) => resourceOf(path)),
);

/** Nobody's call changes them, or they are never served from the cache. */
const NEVER_STALE = ['audit', 'auth', 'changes', 'health', 'ready'];

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

describe('a list that changes while it is asked for', () => {
  const key = ['recordSearch', { query: { text: 'acta' } }] as const;
  afterEach(() => queryClient.clear());

  /** Answers one after the other, when they are let go. */
  function answers() {
    const waiting: ((answer: string) => void)[] = [];
    const queryFn = vi.fn(() => new Promise<string>((resolve) => waiting.push(resolve)));
    return { queryFn, give: (answer: string) => waiting.shift()?.(answer) };
  }

  it.each([
    ['its topic', () => invalidate(['documents'])],
    ['everything', invalidateAll],
  ])(
    'is asked for again after its first answer, where that came before the change: %s',
    async (_what, change) => {
      const { queryFn, give } = answers();
      const unwatch = new QueryObserver(queryClient, { queryKey: key, queryFn }).subscribe(() => undefined);
      const changed = [change(), change()];
      give('before');
      await expect.poll(() => queryFn).toHaveBeenCalledTimes(2);
      give('after');
      await Promise.all(changed);
      expect(queryClient.getQueryData(key)).toBe('after');
      expect(queryFn).toHaveBeenCalledTimes(2);
      unwatch();
    },
  );

  it('is not taken for fresh where it was only asked for ahead', async () => {
    const { queryFn, give } = answers();
    const ahead = queryClient.fetchQuery({ queryKey: key, queryFn });
    const changed = invalidate(['documents']);
    give('before');
    await ahead;
    await changed;
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('is asked for once where nothing of it changed', async () => {
    const { queryFn, give } = answers();
    const ahead = queryClient.fetchQuery({ queryKey: key, queryFn });
    const changed = invalidate(['calendars']);
    give('before');
    await Promise.all([ahead, changed]);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  });
});
