import { z } from 'zod';
import { isKept, longest } from '#shared/keeping/retention.ts';
import { addMonths, type Day } from '#shared/platform/days.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type * as schemas from '#shared/retention/retention.schemas.ts';
import type { EndedItem } from '#shared/retention/retention.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { touchRecord } from '../documents/faces/face-writer.queries.ts';
import { lockOpenRecord } from '../documents/lock-records.ts';
import type { RecordPlaceService } from '../documents/records/record-place.service.ts';
import { type EndedRow, findEnded, findUntil } from '../documents/records/retention.queries.ts';

type Extension = Pick<z.output<typeof schemas.retentionExtend>, 'years' | 'reason'>;

const endedCursor = createCursor(z.object({ until: z.iso.date(), id: z.uuid() }));

/** Documents whose retention period is over: an admin decides about each (decision 0025). */
export function createRetentionService(
  { db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>,
  place: RecordPlaceService,
) {
  return {
    /** Documents that are closed to this admin are listed without a name. */
    async ended(
      actor: Actor,
      { cursor, limit = PAGE.default }: z.output<typeof schemas.retentionQuery>,
    ): Promise<z.input<typeof schemas.endedPage>> {
      const after = endedCursor.decode(cursor);
      const rows = await findEnded(db, actor, todayOf(actor, now()), { after, limit: limit + 1 });
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return {
        items: items.map(present),
        nextCursor: last ? endedCursor.encode({ until: last.until, id: last.id }) : null,
      };
    },

    /** Moves it to the bin. @throws not_found, retained, held, archived */
    remove: (actor: Actor, id: string): Promise<void> =>
      place.remove(actor, id, async (change) => {
        const until = await findUntil(change.trx, id);
        // It was prolonged, or got another type, since this admin looked.
        if (until === null || isKept(until, todayOf(actor, change.at)))
          throw new ApiError('retained', { until });
        return { retainedUntil: until };
      }),

    /** Keeps a document for a number of years from today, never shorter than before. @throws not_found, archived */
    extend: (caller: Actor, id: string, { years, reason }: Extension): Promise<void> =>
      changes.run(caller, async (change) => {
        const { record, seq, actor } = await lockOpenRecord(change, caller, id);
        await requireAdminStill(change, actor);
        const { retain_until: before, group_id: group } = record;
        const until = longest([before, addMonths(todayOf(actor, change.at), 12 * years)]) as Day;
        await touchRecord(change.trx, id, seq, change.at, { retain_until: until, retain_reason: reason });
        change.audit({
          action: 'record.retain',
          targetType: 'record',
          targetId: id,
          before: { retainedUntil: before },
          after: { retainedUntil: until, reason },
        });
        change.announce({ kind: 'record.changed', record: id, group });
      }),
  };
}

const present = (row: EndedRow): EndedItem => ({
  _id: row.id,
  title: row.title,
  file: row.name === null ? null : { name: row.name, type: row.file_type ?? '' },
  size: row.size,
  group: { _id: row.group_id, name: row.group_name },
  folder: row.folder_name,
  type: row.type,
  months: row.months,
  from: row.from,
  until: row.until,
  prolonged: row.prolonged,
  held: row.held,
});
