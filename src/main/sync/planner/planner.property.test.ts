import fc from 'fast-check';
import { expect, test } from 'vitest';
import { local, planOf, ROOT, remote, type Setting, synced } from '../testing/planned.ts';
import type { RemoteRecord } from './trees.ts';

const arbitrary = fc.record({
  remote: fc.array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('v1', 'v2'),
      fc.constantFrom('A', 'a', 'B', 'C'),
    ),
    { maxLength: 3 },
  ),
  synced: fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('v1', 'v2'), fc.constantFrom('A', 'B', 'C')),
    { maxLength: 3 },
  ),
  local: fc.array(
    fc.tuple(
      fc.constantFrom('A', 'a', 'B', 'C'),
      fc.constantFrom('v1', 'v2', 'x'),
      fc.constantFrom('ia', 'ib', 'ic', 'iz'),
      fc.boolean(),
    ),
    { maxLength: 4 },
  ),
});

test('never plans two things for one place or one node, and says the same when asked again', () => {
  fc.assert(
    fc.property(arbitrary, (given) => {
      const unique = <T>(items: readonly T[], key: (item: T) => string) => [
        ...new Map(items.map((item) => [key(item), item])).values(),
      ];
      const setting: Setting = {
        remote: unique(
          unique(given.remote, ([id]) => id),
          ([, , name]) => name.toLowerCase(),
        ).map(([id, version, name]) => remote(version, { id, name } as Partial<RemoteRecord>)),
        synced: unique(
          unique(given.synced, ([id]) => id),
          ([, , name]) => name,
        ).map(([id, version, name]) => synced(version, { id, name, identity: `i${id}` })),
        local: unique(
          unique(given.local, ([name]) => name),
          ([, , identity]) => identity,
        ).map(([name, content, identity, settled]) =>
          local(content, { path: `${ROOT}/${name}`, identity, settled }),
        ),
        gone: ['a', 'b', 'c'],
      };
      const made = planOf(setting);
      expect(planOf(setting)).toEqual(made);
      const places = made.batch.flatMap((operation) => [
        ...('path' in operation ? [operation.path] : []),
        ...('to' in operation ? [operation.from, operation.to] : []),
      ]);
      expect(new Set(places).size).toBe(places.length);
      const ids = made.batch.flatMap((operation) => ('id' in operation ? [operation.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      // A local delete is never told to the server, and nothing on the disk goes unless the server has it.
      for (const operation of made.batch) {
        if (operation.kind === 'remove copy') expect(operation.expected.sha256).not.toBe('sha-x');
      }
    }),
    { numRuns: 1000 },
  );
});
