import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type RecordState, STATE } from '../access/states.ts';
import { CHILE } from '../organization/holidays.ts';
import { addDays } from '../platform/days.ts';
import { evaluate } from './evaluate.ts';
import { rollUp } from './roll-up.ts';
import {
  type JudgedFace,
  type JudgedRecord,
  type JudgedRule,
  PERIODICITIES,
  VALIDITY_BASES,
} from './rule.ts';
import { spanOn, timelineOf } from './timeline.ts';

const START = '2026-01-15';
const day = fc.integer({ min: -200, max: 400 }).map((days) => addDays(START, days));
const state = fc.constantFrom<RecordState>(0, 1, 3, 4, 5);
const face = fc.record<JudgedFace>({
  version: fc.constantFrom('v1', 'v2'),
  state,
  title: fc.constantFrom('Papel', 'Papel 2026-02', 'Papel marzo 2026', 'Papel 2025'),
  labels: fc.subarray(['x', 'y']),
  documentType: fc.constantFrom('T', 'U', null),
  date: day,
  issuedOn: fc.option(day),
  validFrom: fc.option(day, { freq: 2 }),
  expiresOn: fc.option(day),
});
const records = fc
  .array(fc.record({ working: face, published: fc.option(face) }), { maxLength: 6 })
  .map((all): JudgedRecord[] => all.map((each, at) => ({ record: `r${at}`, ...each })));
const rule = fc.record<JudgedRule>({
  match: fc.record({
    documentType: fc.constantFrom('T', null),
    labelsAll: fc.constantFrom([], ['x']),
    labelsAny: fc.constantFrom([], ['x', 'y']),
    titlePattern: fc.constantFrom('', 'papel'),
  }),
  minCount: fc.integer({ min: 1, max: 3 }),
  acceptedStates: fc.constantFrom([STATE.published], [STATE.approved, STATE.published], [STATE.draft]),
  validity: fc.record({
    basis: fc.constantFrom(...VALIDITY_BASES),
    months: fc.constantFrom(1, 6, 12),
    graceDays: fc.integer({ min: 0, max: 40 }),
  }),
  periodicity: fc.constantFrom(...PERIODICITIES),
  warnDays: fc.constantFrom([], [7], [60, 30, 15, 7]),
  startsOn: fc.option(day, { freq: 2 }),
  exemption: fc.option(fc.record({ until: fc.option(day) }), { freq: 4 }),
});
const severity = fc.constantFrom('blocking' as const, 'warning' as const);
const one = (given: JudgedRule, all: JudgedRecord[], on: string) => {
  const [first] = evaluate([given], all, on, CHILE);
  if (!first) throw new Error('nothing was judged');
  return first.outcome;
};

it('nothing changes before the day that says so, and something does on it', () => {
  fc.assert(
    fc.property(rule, records, (given, all) => {
      const now = one(given, all, START);
      const shown = (on: string) => {
        const { status, dueSoon } = one(given, all, on);
        return `${status} ${dueSoon}`;
      };
      const last = now.nextChangeOn ?? addDays(START, 500);
      for (let at = START; at < last && at < addDays(START, 500); at = addDays(at, 11)) {
        expect(shown(at)).toBe(shown(START));
      }
      if (now.nextChangeOn) {
        expect(shown(addDays(now.nextChangeOn, -1))).toBe(shown(START));
        expect(shown(now.nextChangeOn)).not.toBe(shown(START));
      }
      if (now.failsOn) {
        expect(one(given, all, now.failsOn).status).toBe('fails');
        expect(one(given, all, addDays(now.failsOn, -1)).status).toBe('complies');
      }
    }),
    { numRuns: 40 },
  );
});

it('says why exactly where it fails, and by what exactly where it complies', () => {
  fc.assert(
    fc.property(rule, records, (given, all) => {
      const { status, reasons, satisfiedBy, dueSoon, startsOn } = one(given, all, START);
      expect(reasons.length > 0).toBe(status === 'fails');
      const found = satisfiedBy.map(({ record }) => record);
      expect(new Set(found).size).toBe(found.length);
      if (startsOn !== null) expect([status, found]).toEqual(['complies', []]);
      else if (status === 'complies') expect(found.length).toBeGreaterThanOrEqual(given.minCount);
      if (status === 'fails') expect(found.length).toBeLessThan(given.minCount);
      if (dueSoon) expect(status).toBe('complies');
      for (const { record, version } of satisfiedBy) {
        const from = all.find((each) => each.record === record);
        const shown = [from?.working, from?.published].find(
          (each) => each?.version === version && given.acceptedStates.includes(each.state),
        );
        expect(shown).toBeDefined();
      }
    }),
    { numRuns: 300 },
  );
});

it('a working copy of what is published changes nothing while published is all that counts', () => {
  fc.assert(
    fc.property(rule, records, face, (given, all, onTop) => {
      const strict = { ...given, acceptedStates: [STATE.published] };
      const snapshots = all.filter((each) => each.published);
      const edited = snapshots.map((each) => ({ ...each, working: onTop }));
      expect(one(strict, edited, START).satisfiedBy).toEqual(one(strict, snapshots, START).satisfiedBy);
    }),
  );
});

it('the timeline says of every day what a fresh evaluation says', () => {
  const rules = fc.array(
    fc.tuple(rule, severity).map(([given, how]) => ({ ...given, severity: how })),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(rules, records, (given, all) => {
      const spans = timelineOf(given, all, START, CHILE);
      for (let at = 0; at < 45; at += 1) {
        const on = addDays(START, at * 9);
        const outcomes = evaluate(given, all, on, CHILE);
        const failing = (how: string) =>
          outcomes.filter((each) => each.rule.severity === how && each.outcome.status === 'fails').length;
        expect(spanOn(spans, on)).toMatchObject({
          rules: given.length,
          blocking: failing('blocking'),
          warnings: failing('warning'),
          dueSoon: outcomes.some((each) => each.outcome.dueSoon),
        });
      }
    }),
    { numRuns: 40 },
  );
});

it('names the first day of what fails, and of what soon will', () => {
  fc.assert(
    fc.property(rule, severity, records, (given, how, all) => {
      for (const span of timelineOf([{ ...given, severity: how }], all, START, CHILE)) {
        const failing = span.blocking + span.warnings > 0;
        if (span.dueOn === null) {
          expect(span.dueSoon).toBe(false);
          continue;
        }
        expect(failing || span.dueSoon).toBe(true);
        expect(span.dueOn <= span.from).toBe(failing);
        expect(one(given, all, span.dueOn).status).toBe('fails');
        expect(one(given, all, addDays(span.dueOn, -1)).status).not.toBe('fails');
      }
    }),
    { numRuns: 300 },
  );
});

it('rolls up red, never a fourth colour, and never from beside', () => {
  const tree = fc.array(
    fc.record({
      up: fc.nat(),
      rules: fc.nat(2),
      blocking: fc.nat(1),
      dueSoon: fc.boolean(),
      ruled: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(tree, (made) => {
      const nodes = made.map((each, at) => {
        const up = each.up % (at + 1);
        return { id: `f${at}`, parent: up === at ? null : `f${up}` };
      });
      const own = new Map<string, { rules: number; blocking: number; dueSoon: boolean }>(
        made.flatMap((each, at) =>
          each.rules > 0 ? [[`f${at}`, { ...each, blocking: each.blocking }] as const] : [],
        ),
      );
      const ruled = new Set<string>(made.flatMap((each, at) => (each.ruled ? [`f${at}`] : [])));
      const standings = rollUp(nodes, own, ruled);
      const isBelow = (id: string | null, top: string | null): boolean =>
        id === top || (id !== null && isBelow(nodes.find((node) => node.id === id)?.parent ?? null, top));
      for (const top of [null, ...nodes.map((node) => node.id)]) {
        const inside = nodes.filter((node) => isBelow(node.id, top)).map((node) => node.id);
        const red = inside.some((id) => (own.get(id)?.blocking ?? 0) > 0);
        const rules = inside.some((id) => own.has(id) || ruled.has(id));
        const colour = red ? 'fail' : rules ? 'ok' : 'none';
        const soon = colour === 'ok' && inside.some((id) => own.get(id)?.dueSoon);
        expect(standings.get(top)).toEqual({ colour, dueSoon: soon });
      }
    }),
  );
});
