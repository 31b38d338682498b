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
