import type { RuleRow } from './compliance-rules.queries.ts';

/** What an audit event says of a rule. */
export function audited(row: RuleRow): Record<string, unknown> {
  const { id, organization, group_id, created_at, updated_at, ...rest } = row;
  return rest;
}

/** What changed of it, before and after. */
export function difference(before: RuleRow, after: RuleRow) {
  const [old, renewed] = [audited(before), audited(after)];
  const changed = Object.keys(renewed).filter(
    (key) => JSON.stringify(old[key]) !== JSON.stringify(renewed[key]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key]]));
  return { before: pick(old), after: pick(renewed) };
}
