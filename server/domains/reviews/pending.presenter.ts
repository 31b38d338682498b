import type { PendingItem } from '#shared/reviews/reviews.schemas.ts';
import type { Lookups } from '../access/names.queries.ts';
import type { WaitingColumns } from './waiting.queries.ts';

type AskedColumns = Pick<WaitingColumns, 'asked_by' | 'message' | 'due_on' | 'asked_at' | 'named'>;

/** The request that a waiting document came with; null where nobody asked. */
export function presentRequest(row: AskedColumns, { people }: Lookups): PendingItem['request'] {
  const by = row.asked_by ? people.get(row.asked_by) : undefined;
  if (!row.asked_at || !by) return null;
  return {
    by,
    message: row.message ?? '',
    dueOn: row.due_on,
    createdAt: row.asked_at.toISOString(),
    named: row.named,
  };
}
