import fc from 'fast-check';
import { asking, disturbances, faults, MOMENTS, personal, rare, restores, server } from './acts.ts';
import { type AnyStep, type History, quiet } from './steps.ts';
import { collision, holding, leaving, planting, remade, sharp, tidying, turning } from './work-patterns.ts';

/** Random histories; `withRestore` includes a server that is restored from a backup. */
export function histories(withRestore: boolean): fc.Arbitrary<History> {
  const act = fc.oneof(
    ...personal,
    ...personal,
    ...server,
    rare,
    disturbances,
    asking,
    ...(withRestore ? [restores] : []),
  );
  const during = fc.record({
    at: fc.nat(150),
    label: fc.option(fc.constantFrom(...MOMENTS), { nil: undefined }),
    act: fc.oneof(...personal, ...server, faults, faults, disturbances),
  });
  const client = fc.nat(2);
  const sync = fc.record({
    client,
    sync: fc.constant(true as const),
    wait: fc.constantFrom(0, 2500, 2500, 2500, 70_000),
    byHints: fc.boolean(),
    during: fc.array(fc.oneof(during, during, sharp), { maxLength: 3 }),
  });
  const one = fc.oneof(fc.record({ client, act }), sync, sync).map((step): AnyStep[] => [step]);
  const twins = fc
    .record({ client, twins: fc.integer({ min: 1, max: 999 }) })
    .map((step): AnyStep[] => [step]);
  const peace = fc.constant<AnyStep[]>([{ peace: true }]);
  const steps = fc.array(
    fc.oneof(
      { weight: 90, arbitrary: one },
      { weight: 10, arbitrary: collision },
      { weight: 2, arbitrary: twins },
      { weight: 3, arbitrary: tidying },
      { weight: 2, arbitrary: peace },
      { weight: 2, arbitrary: holding },
      { weight: 2, arbitrary: leaving },
      { weight: 2, arbitrary: remade },
      { weight: 3, arbitrary: turning },
      { weight: 3, arbitrary: planting },
    ),
    { minLength: 4, maxLength: 45 },
  );
  return fc.record({
    // The simplest order is the app's own.
    order: fc.oneof(fc.constant(0), fc.nat(999)),
    third: fc.constantFrom(undefined, 'reader' as const, 'upload' as const),
    steps: fc.tuple(fc.boolean(), steps).map(([known, rest]) => [...(known ? PRELUDE : []), ...rest.flat()]),
  });
}

/** A document that everybody has. */
const PRELUDE: readonly AnyStep[] = [
  quiet(0),
  { client: 0, act: { do: 'create', file: 0, folder: 0, name: 'Acta.docx' } },
  quiet(0),
  quiet(0),
  { client: 0, act: { do: 'server publish', file: 0 } },
  quiet(1),
  quiet(2),
];
