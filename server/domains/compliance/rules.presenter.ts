import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { findNames, findPeople } from './compliance-places.queries.ts';
import type { RuleRow } from './compliance-rules.queries.ts';

/** Rules with the names of what they refer to: one query for each kind of thing. */
export async function presentRules(executor: Executor, rows: readonly RuleRow[]): Promise<Rule[]> {
  const folders = await findNames(
    executor,
    'compliance_places',
    rows.flatMap((row) => [row.folder_id, ...row.exemptions.map((each) => each.folder)]),
  );
  const labels = await findNames(
    executor,
    'labels',
    rows.flatMap((row) => [...row.labels_all, ...row.labels_any]),
  );
  const types = await findNames(
    executor,
    'document_types',
    rows.flatMap((row) => row.document_type ?? []),
  );
  const people = await findPeople(
    executor,
    rows.flatMap((row) => [
      ...(row.responsible ? [row.responsible] : []),
      ...row.exemptions.map((each) => each.by),
    ]),
  );
  const all = (names: ReadonlyMap<string, string>, ids: readonly string[]) =>
    ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ _id: id, name }];
    });
  return rows.map((row) => ({
    _id: row.id,
    folder: { _id: row.folder_id, name: folders.get(row.folder_id) ?? '' },
    code: row.code,
    name: row.name,
    appliesTo: row.applies_to,
    match: {
      documentType: all(types, row.document_type ? [row.document_type] : [])[0] ?? null,
      labelsAll: all(labels, row.labels_all),
      labelsAny: all(labels, row.labels_any),
      titlePattern: row.title_pattern,
    },
    minCount: row.min_count,
    acceptedStates: row.accepted_states,
    validity: { basis: row.basis, months: row.months, graceDays: row.grace_days },
    periodicity: row.periodicity,
    severity: row.severity,
    responsible: row.responsible ? (people.get(row.responsible) ?? null) : null,
    warnDays: row.warn_days,
    legalBasis: row.legal_basis,
    startsOn: row.starts_on,
    // The exemption of a deleted folder is left out.
    exemptions: row.exemptions.flatMap(({ folder, reason, until, by, at }) => {
      const name = folders.get(folder);
      return name === undefined
        ? []
        : [{ folder: { _id: folder, name }, reason, until, by: people.get(by) ?? null, at }];
    }),
    active: row.active,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  }));
}
