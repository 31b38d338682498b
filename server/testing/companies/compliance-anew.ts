import { expect } from 'vitest';
import { evaluate } from '#shared/compliance/evaluate.ts';
import { rollUp } from '#shared/compliance/roll-up.ts';
import type { JudgedFace, JudgedRecord } from '#shared/compliance/rule.ts';
import type { Span } from '#shared/compliance/timeline.ts';
import { CHILE } from '#shared/organization/holidays.ts';
import { dayIn } from '#shared/platform/days.ts';
import { ruleFor } from '../../domains/compliance/compliance-rules.queries.ts';
import type { TestServer } from '../http.ts';
import type { Place } from './compliance-steps.ts';

/** Every document of a place, read without any of the shortcuts that the server takes. */
async function recordsIn({ database }: TestServer, folder: string, library: string): Promise<JudgedRecord[]> {
  const rows = await database.db
    .selectFrom('record_faces as f')
    .innerJoin('records as r', 'r.id', 'f.record_id')
    .selectAll('f')
    .where('r.group_id', '=', library)
    .where('r.folder_id', folder === library ? 'is' : '=', folder === library ? null : folder)
    .where('r.deleted_at', 'is', null)
    .where('r.ready', '=', true)
    .execute();
  return [...Map.groupBy(rows, (row) => row.record_id)].map(([record, faces]) => {
    const face = (which: string): JudgedFace | null => {
      const row = faces.find((each) => each.face === which);
      return row
        ? {
            version: row.version_id ?? '',
            ...{ state: row.state, title: row.title, labels: row.labels, documentType: row.document_type },
            ...{
              date: row.date,
              issuedOn: row.issued_on,
              validFrom: row.valid_from,
              expiresOn: row.expires_on,
            },
          }
        : null;
    };
    return { record, working: face('working'), published: face('published') };
  });
}

/** A library with all that judges it, read anew from the tables. */
export async function readAnew({ server, library }: Place) {
  const { db } = server.database;
  const below = await db.selectFrom('folders').selectAll().where('group_id', '=', library.id).execute();
  const rules = await db
    .selectFrom('compliance_rules')
    .selectAll()
    .where('group_id', '=', library.id)
    .where('active', '=', true)
    .execute();
  const made_on = '2000-01-01';
  const root = { id: library.id, parent: null, made_on };
  const places = [
    root,
    ...below.map(({ id, parent, created_at }) => ({
      ...{ id, parent: parent ?? library.id },
      made_on: dayIn('America/Santiago', created_at),
    })),
  ];
  const cases = await Promise.all(
    places.map(async ({ id, parent, made_on }) => ({
      id,
      rules: rules
        .filter((row) => row.folder_id === (row.applies_to === 'folder' ? id : parent))
        .map((row) => ruleFor(row, { id, made_on })),
      records: await recordsIn(server, id, library.id),
    })),
  );
  return { library: library.id, places, cases, ruled: new Set(rules.map((row) => row.folder_id)) };
}
type Anew = Awaited<ReturnType<typeof readAnew>>;

/** The colours of a library on a day, judged anew. */
export function judgedAnew({ library, places, cases, ruled }: Anew, day: string): Record<string, string> {
  const own = new Map(
    cases.map((each) => {
      const outcomes = evaluate(each.rules, each.records, day, CHILE);
      const blocking = outcomes.filter(
        ({ rule, outcome }) => rule.severity === 'blocking' && outcome.status === 'fails',
      ).length;
      const dueSoon = outcomes.some(({ outcome }) => outcome.dueSoon);
      return [each.id, { rules: each.rules.length, blocking, dueSoon }];
    }),
  );
  const standings = [...rollUp(places, own, ruled)].filter(([, { colour }]) => colour !== 'none');
  return Object.fromEntries(
    standings.flatMap(([id, { colour, dueSoon }]) =>
      id === library ? [] : [[id ?? 'library', `${colour} ${dueSoon}`]],
    ),
  );
}

/** What is kept of each place, with the first day that a fresh timeline would have today. */
export async function timelinesOf({ server, library, today }: Place): Promise<Record<string, Span[]>> {
  const rows = await server.database.db
    .selectFrom('compliance_timelines')
    .selectAll()
    .where('group_id', '=', library.id)
    .execute();
  return Object.fromEntries(
    rows.map(({ folder_id, rules, begins, blocking, warnings, due_soon, due_on, next_on }) => {
      expect(next_on).toBe(begins[1] ?? null);
      const spans = begins.map((from, at) => ({
        ...{
          from: at === 0 ? today : from,
          rules,
          blocking: blocking[at] ?? -1,
          warnings: warnings[at] ?? -1,
        },
        ...{ dueSoon: due_soon[at] ?? false, dueOn: due_on[at] ?? null },
      }));
      return [folder_id, spans];
    }),
  );
}
