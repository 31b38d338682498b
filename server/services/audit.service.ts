import type { z } from 'zod';
import { AREA_WORDS } from '#shared/domain/audit.ts';
import { addDays } from '#shared/domain/days.ts';
import { PAGE } from '#shared/domain/limits.ts';
import type { AuditEvent, AuditFilters, auditPage, auditQuery } from '#shared/schemas/audit.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { type AuditRow, findAudit, findAuditEvent } from '../repositories/audit.ts';
import { findOrganization } from '../repositories/organizations.ts';
import { presentAudit } from './audit.presenter.ts';
import { momentCursor, readMomentCursor } from './moment-cursor.ts';
import { startOfDay } from './start-of-day.ts';

export interface AuditService {
  /** The trail as this admin may read it: documents that are closed to them have no name in it. */
  page(actor: Actor, query: z.output<typeof auditQuery>): Promise<z.input<typeof auditPage>>;
  /** @throws not_found */
  event(actor: Actor, id: string): Promise<AuditEvent>;
}

export function createAuditService({ db }: Pick<Deps, 'db'>): AuditService {
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
    async page(actor, { cursor, limit = PAGE.default, ...filters }) {
      const after = readMomentCursor(cursor);
      const rows = await find(actor, filters, { after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: await presentAudit(db, actor, shown),
        nextCursor: last ? momentCursor(last.at, last.id) : null,
      };
    },

    async event(actor, id) {
      const row = await findAuditEvent(db, actor.organization, id);
      const [event] = row ? await presentAudit(db, actor, [row]) : [];
      if (!event) throw notFound();
      return event;
    },
  };
}
