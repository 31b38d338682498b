import type { RuleReason, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { evaluate } from '#shared/compliance/evaluate.ts';
import type { Outcome, Reason } from '#shared/compliance/rule.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { SeenRecord } from '../documents/faces/faces.queries.ts';
import { findSeenMany } from '../documents/versions/current-versions.queries.ts';
import type { FolderRule } from './compliance-rules.queries.ts';
import type { FolderCase } from './compliance-standings.ts';

type Seen = ReadonlyMap<string, SeenRecord>;

/**
 * Whether the actor may know of a version. Role holders and authors know all; readers know the one that they are
 * served.
 */
const sees = ({ face }: SeenRecord, version: string): boolean =>
  face.face === 'working' || face.version_id === version;

const titled = ({ record, face }: SeenRecord) => ({ _id: record.id, title: face.title });

/**
 * What somebody may know of why a rule fails. Of documents that they do not see, they learn nothing, not even that they
 * exist.
 * @param have how many of the documents that count they see
 */
function presentReason(reason: Reason, seen: Seen, have: number): RuleReason {
  const { code, record, period } = reason;
  const of = period === undefined ? {} : { period };
  const missing: RuleReason = { code: 'MISSING', ...of };
  if (code === 'TOO_FEW') return have > 0 ? { ...reason, code, record: undefined, have } : missing;
  if (record === undefined) return { code, ...of };
  const known = seen.get(record);
  if (!known) return missing;
  if (code === 'WRONG_STATE' && known.face.face !== 'working' && known.face.state !== reason.state)
    return missing;
  return {
    code,
    record: titled(known),
    ...of,
    ...(reason.state === undefined ? {} : { state: reason.state }),
    ...(reason.until === undefined ? {} : { until: reason.until }),
  };
}

function presentReasons({ reasons }: Outcome, seen: Seen, have: number): RuleReason[] {
  const told = reasons.map((reason) => presentReason(reason, seen, have));
  const said = told.filter((reason) => reason.code !== 'MISSING');
  return said.length > 0 ? said : told.slice(0, 1);
}

/** The rules of folders with how they stand on a day, as one person may know it (docs/domain/roles-and-visibility.md). */
export async function presentResults(
  executor: Executor,
  actor: Actor,
  cases: readonly FolderCase[],
  asOf: Day,
  nameOf: (folder: string) => string,
): Promise<Map<string, RuleResult[]>> {
  const all = cases.map(({ folder, rules, records }) => ({
    folder,
    judged: evaluate(rules, records, asOf, folder.holidays),
  }));
  const named = all.flatMap(({ judged }) =>
    judged.flatMap(({ outcome }) => [
      ...outcome.satisfiedBy.map(({ record }) => record),
      ...outcome.reasons.flatMap(({ record }) => record ?? []),
    ]),
  );
  const seen = await findSeenMany(executor, actor, named);
  return new Map(
    all.map(({ folder, judged }) => [folder.id, judged.map((each) => presentResult(each, seen, nameOf))]),
  );
}

function presentResult(
  { rule: { row, exemption }, outcome }: { rule: FolderRule; outcome: Outcome },
  seen: Seen,
  nameOf: (folder: string) => string,
): RuleResult {
  const satisfiedBy = outcome.satisfiedBy.flatMap(({ record, version }) => {
    const known = seen.get(record);
    return known && sees(known, version) ? [{ record: titled(known), version }] : [];
  });
  const all = satisfiedBy.length === outcome.satisfiedBy.length;
  return {
    rule: {
      _id: row.id,
      code: row.code,
      name: row.name,
      severity: row.severity,
      periodicity: row.periodicity,
      legalBasis: row.legal_basis,
      folder: { _id: row.folder_id, name: nameOf(row.folder_id) },
    },
    status: outcome.status,
    reasons: presentReasons(outcome, seen, satisfiedBy.length),
    satisfiedBy,
    dueSoon: outcome.dueSoon,
    startsOn: outcome.startsOn,
    // When a document ends that the actor does not see, they may not learn the day.
    failsOn: all ? outcome.failsOn : null,
    nextChangeOn: all ? outcome.nextChangeOn : null,
    exemption:
      outcome.status === 'exempt' && exemption ? { reason: exemption.reason, until: exemption.until } : null,
  };
}
