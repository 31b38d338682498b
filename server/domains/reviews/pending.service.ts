import { z } from 'zod';
import type { LibraryRole } from '#shared/access/roles.ts';
import { COUNT_EXACT_MAX, PAGE } from '#shared/platform/limits.ts';
import { day } from '#shared/platform/primitives.ts';
import type { OpenRequest, PendingPage, PendingQuery } from '#shared/reviews/reviews.schemas.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { createCursor, invalidCursor } from '../../platform/lists/cursor.ts';
import { lookup } from '../access/names.queries.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { describeHits } from '../search/describe-hits.ts';
import { presentRequest } from './pending.presenter.ts';
import { findPendingDecisions, openRequests, type PendingSection } from './review-requests.queries.ts';
import { waiterOf } from './waiting.queries.ts';
import { warnedUntil } from './waiting-order.queries.ts';

const ROLES: Readonly<Record<PendingSection, LibraryRole | null>> = {
  review: 'review',
  publish: 'publish',
  mine: null,
};

/** `on` is the day by which the list was made, so that one that is read over midnight keeps its order. */
const pendingCursor = createCursor(
  z.object({ s: z.string(), v: z.string().regex(/^[\d :-]{1,60}$/), r: z.uuid(), on: day }),
);

export function createPendingService({ db, now }: Deps) {
  return {
    /** A page of what waits for the actor, most urgent first. @throws invalid if the cursor is malformed */
    async list(actor: Actor, { section, cursor, limit = PAGE.default }: PendingQuery): Promise<PendingPage> {
      const role = ROLES[section];
      const at = pendingCursor.decode(cursor);
      // A cursor belongs to the section that it was given with.
      if (at && at.s !== section) throw invalidCursor();
      const today = at?.on ?? todayOf(actor, now());
      const after = at && ([at.v, at.r] as const);
      const found = await findPendingDecisions(db, {
        section,
        ...waiterOf(actor, role),
        expiringBy: await warnedUntil(db, actor.organization, today),
        after,
        limit,
        counts: after === null,
      });
      const page = found.rows.slice(0, limit);
      const items = await describeHits(db, page);
      const names = await lookup(db, { people: page.flatMap((row) => row.asked_by ?? []) });
      const rows = new Map(page.map((row) => [row.record, row]));
      const last = found.rows.length > limit ? page.at(-1) : undefined;
      return {
        items: items.map((item) => {
          const row = rows.get(item._id);
          return { ...item, request: row ? presentRequest(row, names) : null };
        }),
        nextCursor: last
          ? pendingCursor.encode({ s: section, v: last.key, r: last.record, on: today })
          : null,
        ...(found.total === null
          ? {}
          : {
              total: {
                count: Math.min(found.total, COUNT_EXACT_MAX),
                more: found.total > COUNT_EXACT_MAX,
              },
            }),
      };
    },

    /** The open requests about a record; none for whoever sees only what is published. @throws not_found */
    async requests(actor: Actor, record: string): Promise<OpenRequest[]> {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      if (seen.face.face !== 'working') return [];
      const rows = await openRequests(db, record);
      const names = await lookup(db, { people: rows.flatMap((row) => [row.asked_by, ...row.asked]) });
      const person = (id: string) => names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };
      return rows.map((row) => ({
        _id: row.id,
        kind: row.kind,
        by: person(row.asked_by),
        to: row.asked.map(person),
        message: row.message,
        dueOn: row.due_on,
        createdAt: row.created_at.toISOString(),
      }));
    },
  };
}

export type PendingService = ReturnType<typeof createPendingService>;
