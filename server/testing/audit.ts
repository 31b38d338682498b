import type { TestServer } from './http.ts';

/** What the audit trail says was done to something, oldest first. */
export async function auditedActions({ database }: TestServer, target: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('audit_events')
    .select('action')
    .where('target_id', '=', target)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** The audit's entries about a target, oldest first: who did what, and what changed. */
export const trailOf = ({ database }: TestServer, target: string) =>
  database.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'before', 'after'])
    .where('target_id', '=', target)
    .orderBy('id')
    .execute();
