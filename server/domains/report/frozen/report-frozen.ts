import { createHash } from 'node:crypto';
import { z } from 'zod';
import { id, moment, named, person } from '#shared/platform/primitives.ts';
import { masterRow, occurrenceEvidence, report, reportEvidence } from '#shared/report/report.schemas.ts';

/** Evidence with whether readers were ever served that version. */
const frozenEvidence = occurrenceEvidence.extend({
  shown: z.array(reportEvidence.extend({ served: z.boolean() })),
});

/**
 * The content of a snapshot: the whole report, with the ids by which it is masked for each reader
 * (docs/decisions/0093-whole-snapshots.md). Its hash covers all of it, also who took it, when, and under what name.
 */
const frozen = z.object({
  edition: z.literal(1),
  organization: named,
  name: z.string(),
  note: z.string(),
  takenAt: moment,
  takenBy: person,
  filters: z.object({
    calendars: z.array(z.string()),
    groups: z.array(named),
    departments: z.array(z.string()),
    responsible: z.array(z.string()),
  }),
  report,
  /** For each library, how many folders were judged and how many did not comply. */
  red: z.array(z.object({ group: id, ruled: z.number().int(), red: z.number().int() })),
  master: z.array(masterRow),
  masterMore: z.boolean(),
  /** Missing from snapshots of before it was kept, as `evidenceMore` is. */
  evidence: z.array(frozenEvidence).optional(),
  evidenceMore: z.boolean().optional(),
  /** Documents that are here as readers were served them; the others as the working copy. */
  served: z.array(id),
});
export type Frozen = z.infer<typeof frozen>;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** JSON with sorted keys, without spaces and undefined values, so that one content has one form. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
}

export const freeze = (content: Frozen): Buffer => Buffer.from(canonicalJson(content), 'utf8');

/** What was frozen, or null where the bytes are damaged. */
export function thaw(bytes: Buffer): Frozen | null {
  try {
    return frozen.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/** Every document that it mentions. */
export function recordsIn({
  master,
  evidence = [],
  report: { folders },
}: Pick<Frozen, 'master' | 'report' | 'evidence'>): Set<string> {
  const judged = folders.items.flatMap(({ results }) =>
    results.flatMap(({ reasons, satisfiedBy }) => [
      ...satisfiedBy.map(({ record }) => record._id),
      ...reasons.flatMap(({ record }) => record?._id ?? []),
    ]),
  );
  const shown = evidence.flatMap((each) => each.shown.map(({ record }) => record._id));
  return new Set([...master.map(({ record }) => record._id), ...judged, ...shown]);
}
