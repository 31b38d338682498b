import type { Executor } from '../../platform/db/change.ts';

/**
 * Whether somebody has done something to a thing since a moment, as far as the audit trail says.
 * @param except actions that do not count
 */
export async function isChangedSince(
  executor: Executor,
  { organization, target, moment }: { organization: string; target: string; moment: Date },
  except: readonly string[] = [],
): Promise<boolean> {
  let query = executor
    .selectFrom('audit_events')
    .select('id')
    .where('organization', '=', organization)
    .where('target_id', '=', target)
    .where('at', '>', moment);
  if (except.length > 0) query = query.where('action', 'not in', [...except]);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
