import type { OpenFolder, RuleReason, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import type { MasterRow, OccurrenceEvidence, Report, Snapshot } from '#shared/report/report.schemas.ts';
import type { Frozen } from './report-frozen.ts';
import type { SeenFace } from './report-snapshots.queries.ts';

/**
 * What a reader sees now: the libraries that they know, and the documents in the face that the visibility rule chooses.
 */
export interface Sight {
  readonly knows: (group: string) => boolean;
  readonly seen: ReadonlyMap<string, SeenFace>;
}

export type Masked = Pick<Snapshot, 'filters' | 'report' | 'master' | 'partial'> & {
  /** Null where it was frozen before evidence was kept. */
  readonly evidence: OccurrenceEvidence[] | null;
};

/**
 * A frozen report as somebody may read it today. Today's visibility decides, for its author too: what was closed since
 * stays closed. Readers see only what was served to readers at the time.
 */
export function maskFrozen(frozen: Frozen, { knows, seen }: Sight): Masked {
  const served = new Set(frozen.served);
  const faceOf = (record: string): SeenFace | undefined => {
    const face = seen.get(record);
    return face && (face.working || served.has(record)) ? face : undefined;
  };
  const shows = (record: string): boolean => faceOf(record) !== undefined;
  let partial = false;
  /** Keeps those that pass, and remembers whether any did not. */
  const only = <T>(all: readonly T[], passes: (each: T) => boolean): T[] => {
    const left = all.filter(passes);
    partial ||= left.length < all.length;
    return left;
  };

  const inPlace = ({ record, group }: MasterRow): boolean => {
    const face = faceOf(record._id);
    return face !== undefined && (knows(group._id) || face.group === group._id);
  };
  const folderOf = (folder: OpenFolder): OpenFolder => {
    const results = folder.results.map((result) => maskResult(result, shows));
    const whole = results.every((each, at) => each === folder.results[at]);
    partial ||= !whole;
    return { ...folder, dueOn: whole ? folder.dueOn : null, results };
  };

  const { report } = frozen;
  const counts = only(frozen.red, ({ group }) => knows(group));
  const shown: Report = {
    ...report,
    rows: report.rows.map((row) => ({ ...row, groups: only(row.groups, ({ _id }) => knows(_id)) })),
    folders: {
      ruled: counts.reduce((sum, each) => sum + each.ruled, 0),
      red: counts.reduce((sum, each) => sum + each.red, 0),
      hidden: (report.folders.hidden ?? 0) + frozen.red.length - counts.length,
      items: only(report.folders.items, ({ group }) => knows(group._id)).map(folderOf),
    },
  };
  const evidenceOf = ({ occurrence, shown: all, hidden }: NonNullable<Frozen['evidence']>[number]) => {
    const left = only(all, ({ record, served: wasServed }) => {
      const face = faceOf(record._id);
      return face !== undefined && (face.working || wasServed);
    });
    return {
      occurrence,
      shown: left.map(({ served: _, ...each }) => each),
      hidden: hidden + all.length - left.length,
    };
  };
  const evidence = frozen.evidence?.map(evidenceOf) ?? null;
  const master = only(frozen.master, inPlace);
  const groups = only(frozen.filters.groups, ({ _id }) => knows(_id)).map(({ name }) => name);
  return { filters: { ...frozen.filters, groups }, report: shown, master, evidence, partial };
}

/**
 * The result itself where none of it is closed. What a document says about a rule is removed with the document
 * (compliance.presenter).
 */
function maskResult(result: RuleResult, shows: (record: string) => boolean): RuleResult {
  const satisfiedBy = result.satisfiedBy.filter(({ record }) => shows(record._id));
  const all = satisfiedBy.length === result.satisfiedBy.length;
  const told = result.reasons.map((reason) => maskReason(reason, shows, all ? null : satisfiedBy.length));
  if (all && told.every((each, at) => each === result.reasons[at])) return result;
  const said = told.filter(({ code }) => code !== 'MISSING');
  return {
    ...result,
    satisfiedBy,
    reasons: said.length > 0 ? said : told.slice(0, 1),
    failsOn: null,
    nextChangeOn: null,
  };
}

/** @param have how many of the documents that count are visible, where those are fewer than at the time */
function maskReason(reason: RuleReason, shows: (record: string) => boolean, have: number | null): RuleReason {
  const missing: RuleReason = { code: 'MISSING', period: reason.period };
  if (reason.code === 'TOO_FEW' && have !== null) return have > 0 ? { ...reason, have } : missing;
  return reason.record === undefined || shows(reason.record._id) ? reason : missing;
}
