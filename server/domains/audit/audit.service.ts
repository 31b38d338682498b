import type { z } from 'zod';
import type {
  AuditEvent,
  AuditFilters,
  auditExport,
  auditPage,
  auditQuery,
} from '#shared/audit/audit.schemas.ts';
import { AREA_WORDS } from '#shared/audit/audit.ts';
import { addDays, dayIn } from '#shared/platform/days.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { type MomentPosition, momentCursor, readMomentCursor } from '../../platform/lists/moment-cursor.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { currentGone } from '../../platform/request-scope.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { presentAudit } from './audit.presenter.ts';
import { type AuditRow, findAudit, findAuditEvent } from './audit.queries.ts';
import { auditHead } from './audit-head.ts';
import { auditMatcher, searchAudit } from './audit-search.ts';
import { writeAudit } from './write-audit.ts';

/** Maximum number of events in a file: spreadsheet programs open no larger ones well. */
const EXPORT_MAX = 20_000;
const PER_READ = 1_000;

const endOf = (last: AuditRow | null | undefined): { nextCursor: string | null } => ({
  nextCursor: last ? momentCursor(last.at, last.id) : null,
});

export function createAuditService({ db, changes, now }: Deps) {
  const find = async (
    actor: Actor,
    filters: AuditFilters,
    page: Parameters<typeof findAudit>[3],
  ): Promise<AuditRow[]> => {
    const { timezone } = await findOrganization(db, actor.organization);
    return findAudit(
      db,
      actor.organization,
      {
        words: filters.area ? AREA_WORDS[filters.area] : null,
        action: filters.action ?? null,
        actor: filters.actor ?? null,
        target: filters.target ?? null,
        from: filters.from ? startOfDay(filters.from, timezone) : null,
        before: filters.to ? startOfDay(addDays(filters.to, 1), timezone) : null,
      },
      page,
    );
  };

  return {
    /** The trail as this admin may read it. Documents that are closed to them have no name in it. */
    async page(
      actor: Actor,
      { cursor, limit = PAGE.default, ...filters }: z.output<typeof auditQuery>,
    ): Promise<z.input<typeof auditPage>> {
      const after = readMomentCursor(cursor);
      const { text } = filters;
      if (text !== undefined) {
        const { items, last } = await searchAudit(
          text,
          limit,
          after,
          (from, count) => find(actor, filters, { after: from, limit: count }),
          (rows) => presentAudit(db, actor, rows),
        );
        return { items, ...endOf(last), searchedTo: last?.at.toISOString() ?? null };
      }
      const rows = await find(actor, filters, { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { items: await presentAudit(db, actor, shown), ...endOf(last), searchedTo: null };
    },

    /** The newest events as a table. The export is written into the trail. */
    async export(actor: Actor, { format, ...filters }: z.output<typeof auditExport>): Promise<TableFile> {
      const { name, timezone } = await findOrganization(db, actor.organization);
      const matches = filters.text === undefined ? () => true : auditMatcher(filters.text);
      const events: AuditEvent[] = [];
      let cut = false;
      for (let after: MomentPosition | null = null; !cut; ) {
        currentGone()?.throwIfAborted();
        const rows = await find(actor, filters, { after, limit: PER_READ });
        events.push(...(await presentAudit(db, actor, rows)).filter(matches));
        const last = rows.at(-1);
        if (!last || rows.length < PER_READ) break;
        cut = events.length >= EXPORT_MAX;
        after = { at: last.at.toISOString(), id: last.id };
      }
      events.splice(EXPORT_MAX);
      const file = { organization: name, timezone, at: now(), events, cut };
      const head = await auditHead(db, actor, filters, file);
      const written = await writeAudit(events, format, { day: dayIn(timezone, now()), timezone, head });
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'organization.audit_exported',
          targetType: 'organization',
          targetId: actor.organization,
          after: { format, events: events.length },
        });
      });
      return written;
    },

    /** @throws not_found */
    async event(actor: Actor, id: string): Promise<AuditEvent> {
      const row = await findAuditEvent(db, actor.organization, id);
      const [event] = row ? await presentAudit(db, actor, [row]) : [];
      if (!event) throw notFound();
      return event;
    },
  };
}
