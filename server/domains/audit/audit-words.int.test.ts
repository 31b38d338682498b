import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_CODES, AUDIT_FIELDS } from '#shared/audit/audit-field-words.ts';
import { fieldWords, valueWords } from '#shared/audit/audit-values.ts';
import { useTestServer } from '../../testing/http.ts';
import { createSecretWorld } from '../../testing/secrets/world.ts';
import { audited as auditedObligation } from '../calendars/obligations/obligation-rules.ts';
import { audited as auditedRule } from '../compliance/rule-audit.ts';

/** Fields in which people write what they like. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...[
    'title',
    'name',
    'notes',
    'comment',
    'note',
    'reason',
    'description',
    'reference',
    'email',
    'firstname',
  ],
  ...['lastname', 'rut', 'phone', 'address', 'tax_id', 'code', 'authority', 'legal_basis', 'title_pattern'],
  ...['retentionBasis', 'timezone', 'sha256', 'device', 'period', 'logo'],
]);
/** How each name begins that the world of secrets gives. */
const SECRET = 'zqx';
/** As codes look: `petrol`, `each_child`, `image/png`. */
const CODE = /^[a-z][a-zA-Z0-9]*([._/-][a-zA-Z0-9]+)*$/;

describe('the words of the audit trail', () => {
  const server = useTestServer({ config: { fileTexts: false } });

  it('are there for every column that is written into it whole, and every value of it', async () => {
    const { db } = server().database;
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_name in ('calendars', 'obligations', 'compliance_rules')`.execute(db);
    const written = rows.filter(({ table_name, column_name }) => {
      const row = { [column_name]: 1 };
      const kept = table_name === 'compliance_rules' ? auditedRule(row as never) : auditedObligation(row);
      return column_name in kept;
    });
    expect(written.length).toBeGreaterThan(40);
    expect(written.filter(({ column_name }) => !(column_name in AUDIT_FIELDS))).toEqual([]);

    const checks = await sql<{ def: string }>`
      select pg_get_constraintdef(oid) as def from pg_constraint where contype = 'c'`.execute(db);
    const choices = checks.rows.flatMap(({ def }) => {
      const [, column = '', list = ''] = /\(\(?"?(\w+)"? = ANY \(\(?ARRAY\[(.*?)\]/.exec(def) ?? [];
      const values = [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
      return column in AUDIT_CODES || written.some(({ column_name }) => column_name === column)
        ? values.map((value) => [column, value] as const)
        : [];
    });
    expect(choices.length).toBeGreaterThan(10);
    for (const [column, value] of choices)
      expect([column, value, valueWords(column, value)]).toEqual([column, value, expect.any(String)]);
  });

  it('are all that it says of everything that happens', async () => {
    const world = await createSecretWorld(server());
    const events: AuditEvent[] = [];
    for (const caller of world.cast.callers.filter(({ isAdmin }) => isAdmin))
      for (let cursor: string | undefined; ; ) {
        const query = { limit: '100', ...(cursor ? { cursor } : {}) };
        const answer = await caller.client.call('auditTrail', { query });
        if (answer.status !== 200) break;
        const page = answer.body as { items: AuditEvent[]; nextCursor: string | null };
        events.push(...page.items);
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
    expect(events.length).toBeGreaterThan(100);
    const changes = events.flatMap((event) => event.changes);
    expect([
      ...new Set(changes.map(({ field }) => field).filter((field) => fieldWords(field) === field)),
    ]).toEqual([]);
    const raw = changes.flatMap(({ field, before, after }) =>
      WRITTEN.has(field)
        ? []
        : [before, after]
            .flatMap((side) => side?.split(/; |, |: /) ?? [])
            .filter((part) => CODE.test(part) && !part.startsWith(SECRET))
            .map((part) => `${field}: ${part}`),
    );
    expect([...new Set(raw)]).toEqual([]);
  });
});
