import type { z } from 'zod';
import {
  type cancel,
  type complete,
  type evidenceCreate,
  OCCURRENCES_SHOWN,
  type Occurrence,
  type OccurrenceSheet,
  type OccurrencesQuery,
  type reopen,
  type waive,
} from '#shared/calendars/calendars.schemas.ts';
import { type Decision, doneBetween } from '#shared/calendars/status.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change, Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { findSeen } from '../../documents/faces/faces.queries.ts';
import { findServed, findVersion } from '../../documents/versions/versions.queries.ts';
import { mayEditCalendar, mayFulfil } from '../calendars.policy.ts';
import { findCalendar } from '../calendars.queries.ts';
import { findAsked } from '../comments/occurrence-comments.queries.ts';
import { answerByEvidence } from '../comments/occurrence-comments.ts';
import { evidenceSight } from '../evidence/evidence-sight.ts';
import { EVIDENCE_MAX } from '../evidence/evidence-uploads.ts';
import { judgeEvidence } from '../evidence/judge-evidence.ts';
import {
  deleteEvidence,
  findEvidence,
  insertEvidence,
  lockEvidenceRecord,
} from '../evidence/occurrence-evidence.queries.ts';
import { t } from '../texts.ts';
import { todayIn } from './make-occurrences.ts';
import { beginDecisions, decideOccurrence } from './occurrence-decisions.queries.ts';
import { presentOccurrences, presentSheet } from './occurrences.presenter.ts';
import {
  findOccurrence,
  findOccurrences,
  type ListedOccurrence,
  lockOccurrence,
  updateOccurrence,
} from './occurrences.queries.ts';

type Body<S extends z.ZodType> = z.output<S>;

/** Due days, and what people do about them. */
export function createOccurrencesService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>) {
  async function sheet(executor: Executor, actor: Actor, id: string, at: Date): Promise<OccurrenceSheet> {
    const row = await findOccurrence(executor, actor.organization, id);
    if (!row) throw notFound();
    const calendar = await findCalendar(executor, actor.organization, row.calendar_id);
    return presentSheet(executor, actor, row, calendar?.editors ?? [], at);
  }

  /** Locks its row. Somebody who saw an older rev gets the due day as it is now. */
  async function locked(
    change: Change,
    actor: Actor,
    id: string,
    what: 'fulfil' | 'give' | 'own' | 'decide',
    rev?: number,
  ) {
    const row = await lockOccurrence(change.trx, actor.organization, id);
    if (!row) throw notFound();
    const editors = (await findCalendar(change.trx, actor.organization, row.calendar_id))?.editors ?? [];
    const may = what === 'decide' ? mayEditCalendar(actor, editors) : mayFulfil(actor, editors, row);
    const asked = what === 'give' && (await findAsked(change.trx, id, actor.user)).now;
    if (!may && !asked && what !== 'own') throw new ApiError('forbidden');
    if (rev !== undefined && rev !== row.rev) {
      throw new ApiError(
        'rev_changed',
        { current: await presentSheet(change.trx, actor, row, editors, change.at) },
        { message: t('occurrence.changed') },
      );
    }
    return row;
  }

  const only = (row: ListedOccurrence, ...decisions: Decision[]): void => {
    if (!decisions.includes(row.decision)) throw new ApiError('occurrence_decided');
  };

  const decided = (change: Change, row: ListedOccurrence, after: Record<string, unknown>): void =>
    change.audit({
      action: `occurrence.${String(after.decision)}`,
      targetType: 'occurrence',
      targetId: row.id,
      before: { decision: row.decision, note: row.note },
      after,
    });

  const setAside = (
    actor: Actor,
    id: string,
    decision: 'waived' | 'cancelled',
    { rev, note }: { rev: number; note: string },
  ): Promise<OccurrenceSheet> =>
    changes.run(actor, async (change) => {
      const row = await locked(change, actor, id, 'decide', rev);
      only(row, 'open', 'submitted');
      const who = { decided_by: actor.user, decided_at: change.at };
      const set = { decision, note, ...who, touched: true, tell_on: null };
      await decideOccurrence(change.trx, id, set, todayIn(row, change.at));
      decided(change, row, { decision, note });
      return sheet(change.trx, actor, id, change.at);
    });

  return {
    async list(
      actor: Actor,
      { from, to, calendar, responsible, nobody, obligation, status }: OccurrencesQuery,
    ): Promise<{ items: Occurrence[]; more: boolean }> {
      const filter = {
        ...{ from, to, calendars: calendar, responsible, obligations: obligation },
        nobody: nobody === 'yes',
      };
      const rows = await findOccurrences(db, actor.organization, filter, OCCURRENCES_SHOWN + 1);
      const all = await presentOccurrences(db, rows.slice(0, OCCURRENCES_SHOWN), now());
      return {
        items: status ? all.filter((each) => status.includes(each.status)) : all,
        more: rows.length > OCCURRENCES_SHOWN,
      };
    },

    /** @throws not_found */
    get: (actor: Actor, id: string): Promise<OccurrenceSheet> => sheet(db, actor, id, now()),

    /**
     * Marks a due day as met. Where documents are required, only they can show that.
     * @throws evidence_needed, rev_changed
     */
    complete: (
      actor: Actor,
      id: string,
      { rev, completedOn, note }: Body<typeof complete>,
    ): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        const row = await locked(change, actor, id, 'fulfil', rev);
        only(row, 'open');
        if (row.min_count > 0) throw new ApiError('evidence_needed');
        const { from, to } = doneBetween(row.due_on, todayIn(row, change.at));
        const on = completedOn ?? to;
        if (on > to) throw invalid('completedOn', t('occurrence.future'));
        if (on < from) throw invalid('completedOn', t('occurrence.early'));
        const set = {
          ...{ decision: 'done' as const, completed_by: actor.user, completed_on: on, note },
          ...{ decided_by: actor.user, decided_at: change.at, touched: true, tell_on: null },
        };
        await decideOccurrence(change.trx, id, set, todayIn(row, change.at));
        decided(change, row, { decision: 'done', completedOn: on, note });
        return sheet(change.trx, actor, id, change.at);
      }),

    /** @throws forbidden, rev_changed with how it is now */
    waive: (actor: Actor, id: string, { rev, reason }: Body<typeof waive>): Promise<OccurrenceSheet> =>
      setAside(actor, id, 'waived', { rev, note: reason }),
    cancel: (actor: Actor, id: string, body: Body<typeof cancel>): Promise<OccurrenceSheet> =>
      setAside(actor, id, 'cancelled', body),

    reopen: (actor: Actor, id: string, { rev }: Body<typeof reopen>): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        const row = await locked(change, actor, id, 'decide', rev);
        only(row, 'waived', 'cancelled', ...(row.min_count === 0 ? (['done'] as const) : []));
        const today = todayIn(row, change.at);
        const set = {
          ...{ decision: 'open' as const, completed_by: null, completed_on: null, note: '' },
          ...{ decided_by: actor.user, decided_at: change.at, tell_on: today },
        };
        await decideOccurrence(change.trx, id, set, today);
        decided(change, row, { decision: 'open' });
        const open = await lockOccurrence(change.trx, actor.organization, id);
        if (open) await judgeEvidence(change, open);
        return sheet(change.trx, actor, id, change.at);
      }),

    /** Links a version of a document that the actor sees. @throws not_found, invalid */
    link: (
      actor: Actor,
      id: string,
      { rev, record, version }: Body<typeof evidenceCreate>,
    ): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        // Waits for a decision about the document to commit, or makes it wait until this link exists, so that it
        // settles the due day.
        await lockEvidenceRecord(change.trx, record);
        const row = await locked(change, actor, id, 'give', rev);
        only(row, 'open', 'submitted', 'done');
        const seen = await findSeen(change.trx, actor, record);
        if (!seen) throw notFound();
        const wanted = version ?? seen.face.version_id;
        const found = wanted ? await findVersion(change.trx, actor.organization, wanted) : null;
        const reads =
          seen.face.face === 'working' || (found && (await findServed(change.trx, [found.id])).has(found.id));
        if (!found || found.record_id !== record || found.status !== 'ready' || found.discarded || !reads) {
          throw invalid('version', t('evidence.version'));
        }
        const linked = (await findEvidence(change.trx, [id])).get(id) ?? [];
        if (linked.some((each) => each.version_id === found.id)) {
          throw invalid('record', t('evidence.twice'));
        }
        if (linked.length >= EVIDENCE_MAX) {
          throw invalid('record', t('evidence.full', { max: EVIDENCE_MAX }));
        }
        await insertEvidence(change.trx, {
          ...{ organization: actor.organization, occurrence_id: id, record_id: record, version_id: found.id },
          ...{ linked_by: actor.user, linked_at: change.at, accepted_at: null },
        });
        await updateOccurrence(change.trx, id, { touched: true });
        change.audit({
          action: 'occurrence.evidence.link',
          targetType: 'occurrence',
          targetId: id,
          after: { record, version: found.id },
        });
        await judgeEvidence(change, row);
        await answerByEvidence(change, row, actor.user);
        return sheet(change.trx, actor, id, change.at);
      }),

    /** Takes away a document that the actor sees. @throws not_found also where they do not see it */
    unlink: (actor: Actor, id: string, version: string): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        // Whoever gave a document that they were asked for takes it back themself.
        const given = (await findEvidence(change.trx, [id])).get(id) ?? [];
        const isOwn = given.some((each) => each.version_id === version && each.linked_by === actor.user);
        const takesBack = isOwn && (await findAsked(change.trx, id, actor.user)).ever;
        const row = await locked(change, actor, id, takesBack ? 'own' : 'fulfil');
        only(row, 'open', 'submitted', 'done');
        const linked = (await findEvidence(change.trx, [id])).get(id) ?? [];
        const found = linked.find((each) => each.version_id === version);
        const record = found?.record_id ?? '';
        const each = { record, version, by: found?.linked_by ?? null };
        const sight = await evidenceSight(change.trx, actor, found ? [each] : []);
        if (!found || sight(each)?.kind !== 'seen') throw notFound();
        await beginDecisions(change.trx, id);
        await deleteEvidence(change.trx, id, version, change.at);
        await updateOccurrence(change.trx, id, { touched: true });
        change.audit({
          action: 'occurrence.evidence.unlink',
          targetType: 'occurrence',
          targetId: id,
          before: { record, version },
        });
        await judgeEvidence(change, row);
        return sheet(change.trx, actor, id, change.at);
      }),
  };
}
