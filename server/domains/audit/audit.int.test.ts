import { sql } from 'kysely';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '#shared/access/scopes.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('the audit trail on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestPerson;
  let writer: TestClient;
  let admin: TestClient;

  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    // The admin belongs to another library, so that they see documents at all.
    const own = await make.library(organization);
    author = await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] });
    const boss = await make.person(organization, { isAdmin: true, libraries: [[own, []]] });
    writer = await server().signIn(author.email);
    admin = await server().signIn(boss.email);
  });

  const document = async (title: string, scope: Scope = 'internal') => {
    const made = await makeDocument(server(), writer, library, { title, state: 0 });
    if (scope !== 'internal') {
      const { rev } = await writer.ok('recordById', { params: { id: made.record } });
      await writer.ok('recordUpdate', { params: { id: made.record }, body: { rev, scope } });
    }
    return made.record;
  };
  const rename = async (record: string, title: string) => {
    const { rev } = await writer.ok('recordById', { params: { id: record } });
    await writer.ok('recordUpdate', { params: { id: record }, body: { rev, title } });
  };
  const trail = async (query: object = {}) => (await admin.ok('auditTrail', { query })).items;

  it('tells who did what to which, with before and after, newest first', async () => {
    const record = await document('Plan de calidad');
    await rename(record, 'Plan de calidad 2026');
    const [last, ...older] = await trail({ target: record });
    expect(last).toMatchObject({
      action: 'record.update',
      actor: { _id: author.id },
      target: { type: 'record', _id: record, name: 'Plan de calidad 2026', closed: false, there: true },
    });
    expect(last?.changes).toContainEqual({
      field: 'title',
      before: 'Plan de calidad',
      after: 'Plan de calidad 2026',
    });
    expect(last?.ip).toBeTruthy();
    expect(older.map((event) => event.action)).toContain('record.create');
    const times = [last, ...older].map((event) => Date.parse(event?.at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await admin.ok('auditEvent', { params: { id: last?._id ?? '' } })).toEqual(last);
  });

  it('pages without gaps or repeats, by area, person and days', async () => {
    const records = [await document('Acta uno'), await document('Acta dos'), await document('Acta tres')];
    await writer.ok('folderCreate', { body: { group: library.id, name: 'Actas' } });
    const all = await trail({ area: 'documents', actor: author.id });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await admin.ok('auditTrail', {
        query: { area: 'documents', actor: author.id, limit: '2', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.items.map((event) => event._id));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all.map((event) => event._id));
    expect(new Set(all.map((event) => event.target._id))).toEqual(new Set(records));
    expect((await trail({ area: 'folders' })).map((event) => event.target.name)).toEqual(['Actas']);
    expect(await trail({ to: '2001-01-01' })).toEqual([]);
    expect(await trail({ from: '2999-01-01' })).toEqual([]);
    expect((await admin.call('auditTrail', { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it.each(['restricted', 'confidential'] as const)('says nothing of what a %s document is', async (scope) => {
    const secret = 'Despido de fulano';
    const record = await document(secret, scope);
    await rename(record, `${secret} y mengano`);
    const events = await trail({ target: record });
    expect(events.length).toBeGreaterThan(2);
    for (const event of events)
      expect(event).toMatchObject({ target: { name: null, closed: true }, changes: [] });
    expect(JSON.stringify(await trail())).not.toContain('fulano');

    // Neither once it lies in the bin, nor when it is gone for good.
    await writer.ok('recordDelete', { params: { id: record } });
    expect(JSON.stringify(await trail())).not.toContain('fulano');
    await admin.ok('binPurge', { params: { id: record } });
    expect((await trail({ target: record }))[0]).toMatchObject({ action: 'record.purge' });
    expect(JSON.stringify(await trail())).not.toContain('fulano');
  });

  it('keeps the name of what everybody there could read, when it is gone for good', async () => {
    const record = await document('Plan viejo');
    await writer.ok('recordDelete', { params: { id: record } });
    await admin.ok('binPurge', { params: { id: record } });
    expect((await trail({ target: record }))[0]).toMatchObject({
      action: 'record.purge',
      target: { name: 'Plan viejo', closed: false, there: false },
    });
  });

  it('is taken along as a table, in which what is closed has no name either, and that stands in it', async () => {
    const record = await document('=Plan; "de" calidad');
    await rename(record, 'Plan de calidad');
    await document('Despido de fulano', 'confidential');
    const csv = await admin.ok('auditExport', { query: { format: 'csv', area: 'documents' } });
    const text = Buffer.from(csv.data, 'base64').toString('utf8');
    expect(csv.name).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith('\uFEFFCuándo;Quién;')).toBe(true);
    const { data } = Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ';' });
    expect(data.every((row) => row.length === data[0]?.length)).toBe(true);
    expect(data.find((row) => row[2] === 'Editó la información' && row[4] === 'Plan de calidad')?.[5]).toBe(
      'Título: =Plan; "de" calidad → Plan de calidad',
    );
    expect(text).not.toContain('fulano');
    const xlsx = await admin.ok('auditExport', { query: { format: 'xlsx', area: 'documents' } });
    const sheet = await readSheet(Buffer.from(xlsx.data, 'base64'));
    expect(sheet[0]).toEqual(data[0]);
    expect(sheet).toHaveLength(data.length);
    expect((await trail({ area: 'organization' }))[0]).toMatchObject({
      action: 'organization.audit_exported',
    });
  });

  it('is another organization’s business to nobody', async () => {
    const record = await document('Plan de calidad');
    const [event] = await trail({ target: record });
    const elsewhere = await server().make.organization();
    const stranger = await server().signIn((await server().make.person(elsewhere, { isAdmin: true })).email);
    expect((await stranger.ok('auditTrail', { query: { target: record } })).items).toEqual([]);
    expect((await stranger.call('auditEvent', { params: { id: event?._id ?? '' } })).status).toBe(404);
    expect((await writer.call('auditTrail', { query: {} })).status).toBe(403);
  });

  it('cannot be changed, thinned or emptied at the database', async () => {
    await document('Plan de calidad');
    const { db } = server().running.services.deps;
    const count = () =>
      db
        .selectFrom('audit_events')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute();
    const before = await count();
    for (const statement of [
      sql`update audit_events set actor = null`,
      sql`delete from audit_events`,
      sql`truncate audit_events`,
      sql`truncate organizations cascade`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append only/);
    expect(await count()).toEqual(before);
  });
});
