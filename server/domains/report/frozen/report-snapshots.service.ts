import type { z } from 'zod';
import { monthCounts, totalsOf } from '#shared/calendars/report.ts';
import { dayIn } from '#shared/platform/days.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import { PAGE } from '#shared/platform/limits.ts';
import type {
  Report,
  Snapshot,
  SnapshotCreate,
  SnapshotHead,
  snapshotExport,
  snapshots,
  snapshotsQuery,
} from '#shared/report/report.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { momentCursor, readMomentCursor } from '../../../platform/lists/moment-cursor.ts';
import { lookup } from '../../access/names.queries.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { findPrintableLogo } from '../../organization/printable-logo.ts';
import { nameOf } from '../files/person-words.ts';
import { filterLines, moreLines, REPORT_MASTER_MAX } from '../files/report-export.service.ts';
import type { WrittenReport } from '../files/report-file.ts';
import { momentWords, namesOf, scopeSentence } from '../files/report-words.ts';
import { writeReport, writeReportPdf } from '../files/write-report.ts';
import type { ReportService } from '../report.service.ts';
import { loadEvidence } from '../report-evidence.ts';
import { loadMasterList } from '../report-master.ts';
import { loadScope } from '../report-scope.ts';
import { t } from '../texts.ts';
import { type Frozen, freeze, recordsIn, sha256, thaw } from './report-frozen.ts';
import { type Masked, maskFrozen } from './report-mask.ts';
import {
  findSeenFaces,
  findServedAlike,
  findSnapshot,
  findSnapshots,
  insertSnapshot,
  type SnapshotHeadRow,
} from './report-snapshots.queries.ts';
import { wholeView } from './whole-view.ts';

/** A snapshot as somebody reads it, with what only its files show. */
type ReadSnapshot = Snapshot &
  Pick<Masked, 'evidence'> & { readonly organization: string; readonly evidenceMore: boolean };

const chosen = (ids: readonly string[]) => (ids.length > 0 ? [...ids] : undefined);

/** Reports that are kept as they were, for good (docs/domain/calendars.md). The routes require a manager. */
export function createReportSnapshotsService(
  { db, storage, changes, now }: Deps,
  reports: Pick<ReportService, 'load'>,
) {
  async function present(actor: Actor, rows: readonly SnapshotHeadRow[]): Promise<SnapshotHead[]> {
    const { known } = await loadScope(db, actor, {});
    const { people } = await lookup(db, { people: rows.map((row) => row.taken_by) });
    return rows.map((row) => ({
      _id: row.id,
      name: row.name,
      note: row.note,
      asOf: row.as_of,
      from: row.from_month,
      to: row.to_month,
      takenAt: row.taken_at.toISOString(),
      takenBy: people.get(row.taken_by) ?? { _id: row.taken_by, firstname: '', lastname: '' },
      sha256: row.sha256,
      met: { count: row.met, of: row.due },
      red: Object.entries(row.red).reduce((sum, [group, red]) => sum + (known.has(group) ? red : 0), 0),
    }));
  }

  async function read(actor: Actor, id: string): Promise<ReadSnapshot> {
    const row = await findSnapshot(db, actor.organization, id);
    const [head] = row ? await present(actor, [row]) : [];
    if (!row || !head) throw notFound();
    const frozen = thaw(row.content);
    const intact = frozen !== null && sha256(row.content) === row.sha256 && agrees(frozen, row);
    const { name: today } = await findOrganization(db, actor.organization);
    if (!frozen) return { ...head, ...nothing(head), intact, organization: today };
    const { known } = await loadScope(db, actor, {});
    const seen = await findSeenFaces(db, actor, recordsIn(frozen));
    const masked = maskFrozen(frozen, { knows: (group) => known.has(group), seen });
    return {
      ...head,
      ...masked,
      intact,
      masterMore: frozen.masterMore,
      evidenceMore: frozen.evidenceMore ?? false,
      organization: frozen.organization.name,
      scope: scopeSentence({
        organization: frozen.organization.name,
        report: masked.report,
        filters: masked.filters,
        reader: nameOf(actor),
        partial: masked.partial,
      }),
    };
  }

  return {
    async page(
      actor: Actor,
      { cursor, limit = PAGE.default }: z.output<typeof snapshotsQuery>,
    ): Promise<z.input<typeof snapshots>> {
      const found = await findSnapshots(db, actor.organization, readMomentCursor(cursor), limit + 1);
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        items: await present(actor, shown),
        nextCursor: last ? momentCursor(last.taken_at, last.id) : null,
      };
    },

    /**
     * Freezes the whole of it, whatever its author may see: each reader, the author too, gets the part that they see on the
     * day on which they read it. What it says of the organization is then true for whoever reads it later.
     * @throws not_found where none of the libraries that it names is known to the actor; invalid where there are too many
     * due days, or the day is to come
     */
    async take(actor: Actor, { name, note, ...body }: SnapshotCreate): Promise<SnapshotHead> {
      const { known } = await loadScope(db, actor, {});
      const group = body.group.filter((id) => known.has(id));
      if (group.length < body.group.length && group.length === 0) throw notFound();
      const whole = await wholeView(db, actor);
      const query = {
        ...{ asOf: body.asOf, from: body.from, to: body.to },
        ...{ calendar: chosen(body.calendar), group: chosen(group) },
        ...{ department: chosen(body.department), responsible: chosen(body.responsible) },
      };
      const { report, scope, redCounts, dueDays, frame } = await reports.load(whole, query);
      const evidence = await loadEvidence(db, whole, dueDays, frame);
      const { rows: master, more: masterMore } = await loadMasterList(
        db,
        whole,
        scope.asked,
        REPORT_MASTER_MAX,
      );
      const organization = await findOrganization(db, actor.organization);
      const takenAt = now();
      // What is to come is no fact that could be kept.
      if (report.asOf > dayIn(organization.timezone, takenAt)) throw invalid('asOf', t('snapshot.ahead'));
      const content: Frozen = {
        edition: 1,
        organization: { _id: organization.id, name: organization.name },
        ...{ name, note, takenAt: takenAt.toISOString() },
        takenBy: { _id: actor.user, firstname: actor.firstname, lastname: actor.lastname },
        filters: await namesOf(db, actor, query, scope),
        ...{ report, red: [...redCounts], master, masterMore },
        ...{ evidence: [...evidence.items], evidenceMore: evidence.more },
        served: await findServedAlike(db, recordsIn({ report, master, evidence: [...evidence.items] })),
      };
      const bytes = freeze(content);
      const row = {
        ...{ id: newId(), name, note, taken_at: takenAt, taken_by: actor.user },
        ...{ as_of: report.asOf, from_month: report.from, to_month: report.to },
        ...{ met: report.totals.met.count, due: report.totals.met.of, sha256: sha256(bytes) },
        red: Object.fromEntries(redCounts.map(({ group, red }) => [group, red])),
      };
      await changes.run(actor, async (change) => {
        const { organization: of } = actor;
        await insertSnapshot(change.trx, {
          ...{ ...row, organization: of, red: JSON.stringify(row.red), content: bytes },
        });
        change.audit({
          action: 'report.snapshot',
          targetType: 'snapshot',
          targetId: row.id,
          after: { name, asOf: report.asOf, from: report.from, until: report.to, sha256: row.sha256 },
        });
      });
      const [head] = await present(actor, [row]);
      if (!head) throw notFound();
      return head;
    },

    /** The part of it that the actor sees today, and whether its bytes are unchanged. @throws not_found */
    async get(actor: Actor, id: string): Promise<Snapshot> {
      const { organization: _, evidence: __, evidenceMore: ___, ...snapshot } = await read(actor, id);
      return snapshot;
    },

    /** @throws not_found */
    async export(
      actor: Actor,
      id: string,
      { format, part = 'occurrences' }: z.output<typeof snapshotExport>,
    ): Promise<TableFile> {
      const snapshot = await read(actor, id);
      const { timezone } = await findOrganization(db, actor.organization);
      const { takenBy, takenAt } = snapshot;
      const made = now();
      const written: WrittenReport = {
        ...{ organization: snapshot.organization, title: snapshot.name, hash: snapshot.sha256.slice(0, 12) },
        ...{ author: nameOf(takenBy), made, narrowed: false },
        logo: format === 'pdf' ? await findPrintableLogo({ db, storage }, actor.organization) : null,
        report: snapshot.report,
        master: snapshot.master,
        evidence: snapshot.evidence,
        scope: snapshot.scope,
        partial: snapshot.partial,
        head: [
          [t('head.organization'), snapshot.organization],
          [t('snapshot.name'), snapshot.name],
          [t('snapshot.note'), snapshot.note],
          [t('snapshot.by'), nameOf(takenBy)],
          [t('snapshot.at'), momentWords(timezone, new Date(takenAt))],
          [t('snapshot.hash'), snapshot.sha256],
          [t('snapshot.intact'), snapshot.intact ? t('snapshot.yes') : t('snapshot.no')],
          ...(snapshot.partial ? [[t('snapshot.partial'), t('snapshot.hidden')] as const] : []),
          [t('snapshot.exportedBy'), nameOf(actor)],
          [t('snapshot.exportedAt'), momentWords(timezone, made)],
        ],
        details: [...filterLines(snapshot.filters), ...moreLines(snapshot.masterMore, snapshot.evidenceMore)],
      };
      const fileName = `informe-${snapshot.asOf}-${snapshot.sha256.slice(0, 8)}`;
      const file = await (format === 'pdf'
        ? writeReportPdf(fileName, written)
        : writeReport(fileName, format, part, written));
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'report.export',
          targetType: 'snapshot',
          targetId: id,
          after: { name: snapshot.name, format, part: format === 'csv' ? part : undefined },
        });
      });
      return file;
    },
  };
}

/** Whether the row that lists show agrees with what was frozen. */
function agrees(
  { name, note, takenAt, takenBy, report, red: frozenRed }: Frozen,
  row: SnapshotHeadRow,
): boolean {
  const { met } = report.totals;
  const frozen = [name, note, takenAt, takenBy._id, report.asOf, report.from, report.to, met.count, met.of];
  const kept = [
    row.name,
    row.note,
    row.taken_at.toISOString(),
    row.taken_by,
    row.as_of,
    row.from_month,
    row.to_month,
  ];
  const red = frozenRed.every((each) => row.red[each.group] === each.red);
  return red && JSON.stringify(frozen) === JSON.stringify([...kept, row.met, row.due]);
}

/** The answer for a snapshot whose bytes are damaged. */
function nothing({
  asOf,
  from,
  to,
}: SnapshotHead): Omit<ReadSnapshot, keyof SnapshotHead | 'intact' | 'organization'> {
  const report: Report = {
    ...{ asOf, from, to, reconstructed: false, totals: totalsOf([]), months: monthCounts([], from, to) },
    ...{ rows: [], folders: { ruled: 0, red: 0, items: [] } },
  };
  const filters = { calendars: [], groups: [], departments: [], responsible: [] };
  const none = { master: [], masterMore: false, evidence: [], evidenceMore: false };
  return { filters, report, scope: t('scope.damaged'), ...none, partial: false };
}
