import { sql } from 'kysely';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { pdfPages } from '../../../testing/files/pdf-text.ts';
import { useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('snapshots of the report on %s', (engine) => {
  const server = useTestServer({ engine });

  /** Somebody without an admin's rights who is a member of a library that the manager is not. */
  async function setUp() {
    const made = await reportedCompany(server());
    const { organization, admin, root, library, calendar, obligation, sample } = made;
    const other = await server().make.library(organization, `Reservada ${Math.random()}`);
    await server().make.member(other, admin, ['upload', 'review', 'publish']);
    await sample();
    await calendar([obligation({ title: 'De dos bibliotecas' })], { groups: [library.id] });
    const red = await made.folder('Contratista');
    await made.rule(red, { minCount: 2 });
    const open = await made.document(red, { title: 'Póliza abierta', expiresOn: made.ahead(50) });
    const closed = await made.document(red, {
      ...{ title: 'Póliza cerrada', scope: 'restricted', expiresOn: made.ahead(-5) },
    });
    const at = await root.ok('folderCreate', { body: { group: other.id, name: 'Cofre', parent: null } });
    await root.ok('ruleCreate', {
      body: {
        ...{ folder: at._id, name: 'Contrato', appliesTo: 'folder' },
        ...{ match: { titlePattern: 'contrato' }, validity: { basis: 'none' } },
      },
    });
    await server().make.record(other, admin, { title: 'Plano oculto', published: true });
    const take = (client = root, more: object = {}) =>
      client.ok('snapshotCreate', {
        body: { name: 'Auditoría anual', note: 'Para el directorio', ...made.period, ...more },
      });
    return { ...made, other, red, open, closed, take };
  }

  it('stay what they were, whatever happens after', async () => {
    const { root, boss, admin, take, period, dueDays, calendar, obligation, document, red } = await setUp();
    const { scope, ...before } = await root.ok('report', { query: period });
    const head = await take();
    expect(head).toMatchObject({ takenBy: { _id: admin.id }, met: { count: 2, of: 7 }, red: 2 });
    await calendar([obligation({ title: 'Posterior' })]);
    await document(red, { title: 'Póliza nueva' });
    const [first] = await dueDays(before.rows[1]?.calendar._id ?? '');
    await boss.ok('occurrenceComplete', { params: { id: first?._id ?? '' }, body: { rev: first?.rev ?? 0 } });
    const kept = await root.ok('snapshotGet', { params: { id: head._id } });
    expect(kept).toMatchObject({ ...head, intact: true, partial: false, masterMore: false });
    expect(kept.report).toEqual(before);
    expect(kept.scope).toBe(scope);
    expect(kept.master.map((row) => row.record.title)).toEqual(
      expect.arrayContaining(['Póliza abierta', 'Póliza cerrada', 'Plano oculto']),
    );
    expect(kept.master.map((row) => row.record.title)).not.toContain('Póliza nueva');
    const second = await take(boss, { name: 'Otra' });
    const page = await boss.ok('snapshots', { query: { limit: '1' } });
    expect(page.items.map(({ _id }) => _id)).toEqual([second._id]);
    const rest = await boss.ok('snapshots', { query: { cursor: page.nextCursor ?? '' } });
    // The manager counts the folders of libraries that they know of.
    expect(rest.items).toEqual([{ ...head, red: 1 }]);
    const stranger = await server().make.person(await server().make.organization(), { isManager: true });
    const elsewhere = await server().signIn(stranger.email);
    expect((await elsewhere.ok('snapshots', { query: {} })).items).toEqual([]);
    expect((await elsewhere.call('snapshotGet', { params: { id: head._id } })).status).toBe(404);
  });

  it('hide from others what they do not see today, in every form', async () => {
    const { root, boss, other, open, closed, library, manager, take } = await setUp();
    const { _id, sha256 } = await take(root, { group: [library.id, other.id] });
    const params = { id: _id };
    const whole = await root.ok('snapshotGet', { params });
    expect(whole.filters.groups.toSorted()).toEqual([library.name, other.name].toSorted());
    const seen = await boss.ok('snapshotGet', { params });
    expect(seen).toMatchObject({ partial: true, intact: true, sha256, red: 1 });
    expect(seen.filters.groups).toEqual([library.name]);
    expect(seen.report.folders).toMatchObject({ ruled: 1, red: 1 });
    expect(seen.master.map((row) => row.record._id)).toEqual([open.record]);
    const [result] = seen.report.folders.items[0]?.results ?? [];
    expect(result?.satisfiedBy.map(({ record }) => record._id)).toEqual([open.record]);
    expect(result?.reasons).toEqual([expect.objectContaining({ code: 'TOO_FEW', have: 1 })]);
    expect([result?.failsOn, seen.report.folders.items[0]?.dueOn]).toEqual([null, null]);
    const secrets = new RegExp(
      ['cerrada', 'Cofre', 'Plano oculto', other.name, other.id, closed.record].join('|'),
    );
    expect(JSON.stringify(whole)).toMatch(secrets);
    expect(JSON.stringify(seen)).not.toMatch(secrets);
    for (const format of ['xlsx', 'csv'] as const) {
      const part = format === 'csv' ? ('master' as const) : undefined;
      const file = await boss.ok('snapshotExport', { params, query: { format, part } });
      const bytes = Buffer.from(file.data, 'base64');
      const sheets = format === 'xlsx' ? await readWorkbook(bytes) : [{ data: bytes.toString('utf8') }];
      expect(JSON.stringify(sheets)).not.toMatch(secrets);
      if (format === 'xlsx') {
        const cells = sheets[0]?.data as unknown[][];
        expect(cells.find(([label]) => label === 'Huella SHA-256')?.[1]).toBe(sha256);
        expect(cells.find(([label]) => label === 'Contenido intacto')?.[1]).toBe('Sí');
        expect(cells.find(([label]) => label === 'Tomada por')?.[1]).toMatch(/\w/);
      }
    }
    const paper = (
      await pdfPages(await boss.ok('snapshotExport', { params, query: { format: 'pdf' } }))
    ).join(' ');
    expect(paper).not.toMatch(secrets);
    for (const said of ['Auditoría anual', sha256, seen.scope, 'De dos bibliotecas'])
      expect(paper).toContain(said);
    expect(seen.scope).toMatch(/vista parcial de /);
    // What was closed since is closed in it too, for its author as well.
    const own = await take(boss, { group: [library.id] });
    const { db } = server().database;
    await db.deleteFrom('group_members').where('user_id', '=', manager.id).execute();
    const after = await boss.ok('snapshotGet', { params: { id: own._id } });
    expect(after).toMatchObject({ partial: true, master: [], report: { folders: { ruled: 0, items: [] } } });
  });

  it('are of the whole organization, whoever takes them, and each reader is told what they do not see', async () => {
    const { root, boss, library, other, take } = await setUp();
    const { _id } = await take(boss);
    const params = { id: _id };
    const whole = await root.ok('snapshotGet', { params });
    expect(whole).toMatchObject({ partial: false, intact: true, red: 2 });
    expect(whole.report.folders).toMatchObject({ ruled: 2, red: 2, hidden: 0 });
    expect(whole.master.map((row) => row.record.title)).toContain('Plano oculto');
    const seen = await boss.ok('snapshotGet', { params });
    expect(seen).toMatchObject({ partial: true, intact: true, red: 1, sha256: whole.sha256 });
    expect(seen.report.folders).toMatchObject({ ruled: 1, red: 1, hidden: 1 });
    expect(JSON.stringify(seen)).not.toMatch(/Plano oculto|Cofre|Reservada/);
    // A report over chosen libraries is about those that its author knows.
    const chosen = await take(boss, { group: [library.id, other.id] });
    const about = await root.ok('snapshotGet', { params: { id: chosen._id } });
    expect(about.filters.groups).toEqual([library.name]);
    expect(about.report.folders).toMatchObject({ ruled: 1, red: 1 });
    const body = { name: 'Ajena', note: '', group: [other.id] };
    expect((await boss.call('snapshotCreate', { body })).status).toBe(404);
  });

  it('hold restricted documents too, whoever takes them: the same report whoever asked for it', async () => {
    const made = await setUp();
    const { boss, root, other, take, rule, library, document } = made;
    // The manager reads no drafts, and is no member of the other library; the admin has a role in both.
    const red = await made.folder('Subcontratos');
    await rule(red, { minCount: 1 });
    const draft = await document(red, { title: 'Contrato en borrador', scope: 'confidential' });
    await server().make.record(other, made.admin, {
      title: 'Acta reservada',
      scope: 'restricted',
      published: true,
    });
    const [mine, theirs] = [await take(boss), await take(root)];
    const params = (each: { _id: string }) => ({ params: { id: each._id } });
    const [byManager, byAdmin] = [
      await root.ok('snapshotGet', params(mine)),
      await root.ok('snapshotGet', params(theirs)),
    ];
    expect(byManager.master).toEqual(byAdmin.master);
    expect(byManager.report).toEqual(byAdmin.report);
    expect(byManager.master.map((row) => row.record.title)).toEqual(
      expect.arrayContaining(['Contrato en borrador', 'Póliza cerrada', 'Acta reservada']),
    );
    const seen = await boss.ok('snapshotGet', params(mine));
    expect(seen).toMatchObject({ partial: true, intact: true });
    expect(JSON.stringify(seen)).not.toMatch(
      new RegExp(`Contrato en borrador|Póliza cerrada|Acta reservada|${draft.record}`),
    );
    // An admin without a role there reads it as partial, and is told so, although they took it.
    await server()
      .database.db.deleteFrom('group_members')
      .where('user_id', '=', made.admin.id)
      .where('group_id', '=', library.id)
      .execute();
    const later = await root.ok('snapshotGet', params(theirs));
    expect(later).toMatchObject({ partial: true, intact: true });
    expect(JSON.stringify(later)).not.toMatch(/Contrato en borrador|Póliza cerrada/);
  });

  it('cannot be changed or taken away, and say so where somebody did all the same', async () => {
    const { root, take } = await setUp();
    const { db } = server().database;
    const { _id } = await take();
    const params = { id: _id };
    for (const statement of [
      sql`update report_snapshots set name = 'otro'`,
      sql`delete from report_snapshots`,
      sql`truncate report_snapshots`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append only/);
    expect((await root.ok('snapshotGet', { params })).intact).toBe(true);
    const tampered = async (statement: ReturnType<typeof sql>) => {
      await sql`alter table report_snapshots disable trigger snapshots_append_only`.execute(db);
      await statement.execute(db);
      await sql`alter table report_snapshots enable trigger snapshots_append_only`.execute(db);
      const { intact, report } = await root.ok('snapshotGet', { params });
      return { intact, rows: report.rows.length };
    };
    const name = sql`update report_snapshots set name = 'Retocada' where id = ${_id}::uuid`;
    expect(await tampered(name)).toEqual({ intact: false, rows: 2 });
    const back = sql`update report_snapshots set name = 'Auditoría anual' where id = ${_id}::uuid`;
    expect(await tampered(back)).toEqual({ intact: true, rows: 2 });
    const content = sql`update report_snapshots set content = convert_to(
      replace(convert_from(content, 'UTF8'), 'Cotizaciones', 'Donaciones'), 'UTF8') where id = ${_id}::uuid`;
    expect(await tampered(content)).toEqual({ intact: false, rows: 2 });
    const broken = sql`update report_snapshots set content = '\\x00' where id = ${_id}::uuid`;
    expect(await tampered(broken)).toEqual({ intact: false, rows: 0 });
  });

  it('are not taken of a day to come', async () => {
    const { boss, ahead, period } = await setUp();
    const body = { name: 'Mañana', ...period };
    const refused = await boss.call('snapshotCreate', { body: { ...body, asOf: ahead(1) } });
    expect(refused.body.error).toMatchObject({
      code: 'invalid',
      details: { asOf: expect.stringMatching(/hoy o un día pasado/) },
    });
    await boss.ok('snapshotCreate', { body: { ...body, asOf: ahead(0) } });
    await boss.ok('snapshotCreate', { body: { ...body, asOf: ahead(-1) } });
  });

  it('are all there when two are taken at once', async () => {
    const { root, boss, take } = await setUp();
    const taken = await Promise.all([take(root, { name: 'Una' }), take(boss, { name: 'Dos' })]);
    const { items } = await root.ok('snapshots', { query: {} });
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Dos', 'Una']);
    expect(new Set(taken.map(({ _id }) => _id)).size).toBe(2);
    for (const { _id } of taken)
      expect((await root.ok('snapshotGet', { params: { id: _id } })).intact).toBe(true);
  });
});
