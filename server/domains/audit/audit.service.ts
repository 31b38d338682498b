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
import { PAGE } from '#shared/platform/limits.ts';
import type { TableFile } from '#shared/platform/table-file.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { type MomentPosition, momentCursor, readMomentCursor } from '../../platform/lists/moment-cursor.ts';
import { startOfDay } from '../../platform/lists/start-of-day.ts';
import { currentGone } from '../../platform/request-scope.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { presentAudit } from './audit.presenter.ts';
import { type AuditRow, findAudit, findAuditEvent } from './audit.queries.ts';
import { writeAudit } from './write-audit.ts';

/** Maximum number of events in a file: spreadsheet programs open no larger ones well. */
const EXPORT_MAX = 20_000;
const PER_READ = 1_000;

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
      const rows = await find(actor, filters, { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: await presentAudit(db, actor, shown),
        nextCursor: last ? momentCursor(last.at, last.id) : null,
      };
    },

    /** The newest events as a table. The export is written into the trail. */
    async export(actor: Actor, { format, ...filters }: z.output<typeof auditExport>): Promise<TableFile> {
      const { timezone } = await findOrganization(db, actor.organization);
      const events: AuditEvent[] = [];
      for (let after: MomentPosition | null = null; events.length < EXPORT_MAX; ) {
        currentGone()?.throwIfAborted();
        const rows = await find(actor, filters, { after, limit: PER_READ });
        events.push(...(await presentAudit(db, actor, rows)));
        const last = rows.at(-1);
        if (!last || rows.length < PER_READ) break;
        after = { at: last.at.toISOString(), id: last.id };
      }
      const file = await writeAudit(events, format, dayIn(timezone, now()), timezone);
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'organization.audit_exported',
          targetType: 'organization',
          targetId: actor.organization,
          after: { format, events: events.length },
        });
      });
      return file;
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
