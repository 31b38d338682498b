import { describe, expect, it } from 'vitest';
import { DAY, ruledCompany } from '../../../testing/companies/ruled-company.ts';
import { toDigest } from '../../../testing/digests.ts';
import type { TestServer } from '../../../testing/http.ts';
import { useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';
import { sendFolderNotices } from './folder-notices.job.ts';

async function setUp(server: TestServer) {
  const made = await ruledCompany(server);
  const { compliance, deps } = server.running.services;
  /** What the sweep does every ten minutes. */
  const sweep = async () => {
    await compliance.refresh(deps.now());
    return sendFolderNotices(deps);
  };
  const names = new Map(Object.entries(made.people).map(([part, { id }]) => [id, part]));
  names.set(made.ana.id, 'ana');
  /** Every notice about a folder of this library, in the order in which they were written. */
  const notices = async () => {
    const rows = await server.database.db
      .selectFrom('notifications as n')
      .innerJoin('compliance_places as p', 'p.id', 'n.folder_id')
      .select(['n.type', 'n.user_id', 'n.due_on', 'n.comment', 'p.name'])
      .where('n.group_id', '=', made.library.id)
      .orderBy('n.created_at')
      .orderBy('n.id')
      .execute();
    return rows.map((row) =>
      [row.type.slice(7), names.get(row.user_id), row.name, row.due_on, row.comment].join(' '),
    );
  };
  return { ...made, sweep, notices, responsible: made.people.reader.id };
}

describe.each(testEngines)('notices about folders on %s', (engine) => {
  const server = useTestServer({ engine });

  it('come once for each day of warning, and once when it fails, to who is responsible', async () => {
    const { folder, rule, document, ahead, sweep, notices, responsible } = await setUp(server());
    const id = await folder('Seguros');
    await rule(id, { responsible, warnDays: [15, 7] });
    await document(id, { expiresOn: ahead(20) });
    await sweep();
    expect(await notices()).toEqual([]);
    const first = `DUE reader Seguros ${ahead(20)} Póliza vigente.`;
    for (const [days, all] of [
      [5, []],
      [1, [first]],
      [1, [first]],
    ] as const) {
      server().advance(days * DAY);
      await sweep();
      await sweep();
      expect(await notices()).toEqual(all);
    }
    // Two weeks in which no server ran: of what was missed, what holds now is told.
    server().advance(14 * DAY);
    await server().restart();
    await sweep();
    const failed = `FAILED reader Seguros ${ahead(20)} Póliza vigente.`;
    expect(await notices()).toEqual([first, failed]);
    await sweep();
    expect(await notices()).toEqual([first, failed]);
  });

  it('come to whoever publishes where nobody is responsible, or who was has left', async () => {
    const { folder, rule, sweep, notices, organization, library, as, people } = await setUp(server());
    const id = await folder('Seguros');
    await rule(id);
    await sweep();
    const told = await notices();
    expect(told.map((each) => each.split(' ')[1]).sort()).toEqual(['ana', 'publisher']);
    expect(new Set(told.map((each) => each.replace(/ana|publisher/, '')))).toEqual(
      new Set(['FAILED  Seguros  Póliza vigente.']),
    );
    const boss = await server().make.person(organization, { isAdmin: true });
    const other = await folder('Otros');
    await rule(other, { name: 'Plan vigente', responsible: people.reader.id });
    const admin = await server().signIn(boss.email);
    await admin.ok('memberDelete', { params: { id: library.id, user: people.reader.id } });
    await sweep();
    const then = (await notices()).slice(told.length);
    expect(then.map((each) => each.split(' ')[1]).sort()).toEqual(['ana', 'publisher']);
    expect((await as.publisher.ok('notificationsPending')).map(({ type }) => type)).toEqual([
      'FOLDER.FAILED',
      'FOLDER.FAILED',
    ]);
  });

  it('are not made for an archived library, which stands in no list of red folders, until it is opened again', async () => {
    const { folder, rule, document, ahead, sweep, notices, responsible, organization, library, people } =
      await setUp(server());
    const id = await folder('Seguros');
    await rule(id, { responsible });
    await document(id, { expiresOn: ahead(3) });
    await sweep();
    const boss = await server().make.person(organization, { isAdmin: true });
    const params = { id: library.id };
    await (await server().signIn(boss.email)).ok('groupArchive', { params });
    const told = await notices();
    server().advance(10 * DAY);
    const { db } = server().database;
    const kept = () =>
      db.selectFrom('compliance_timelines').selectAll().where('group_id', '=', library.id).execute();
    const before = await kept();
    await sweep();
    await sweep();
    expect(await notices()).toEqual(told);
    expect(await kept()).toEqual(before);
    const reader = await server().signIn(people.reader.email);
    const red = async () => [
      (await reader.ok('dashboard')).red.count,
      (await reader.ok('complianceOpen', { query: {} })).items.length,
      (await reader.ok('complianceOpen', { query: { group: library.id } })).items.length,
    ];
    expect(await red()).toEqual([0, 0, 1]);
    const admin = await server().signIn(boss.email);
    await admin.ok('groupUnarchive', { params });
    await sweep();
    expect(await notices()).toEqual([...told, `FAILED reader Seguros ${ahead(3)} Póliza vigente.`]);
    expect(await red()).toEqual([1, 1, 1]);
    server().advance(-10 * DAY);
  });

  it('say again what was there and is missing again, and nothing while a folder is exempt', async () => {
    const { folder, rule, document, ahead, sweep, notices, responsible, as } = await setUp(server());
    const id = await folder('Seguros');
    await rule(id, { responsible });
    const other = await folder('Otra');
    await rule(other, { responsible, exemptions: [{ folder: other, reason: 'Nueva', until: ahead(3) }] });
    const missing = 'FAILED reader Seguros  Póliza vigente.';
    await sweep();
    expect(await notices()).toEqual([missing]);
    const { record } = await document(id, { expiresOn: ahead(300) });
    await sweep();
    await as.ana.ok('recordDelete', { params: { id: record } });
    await sweep();
    expect(await notices()).toEqual([missing, missing]);
    server().advance(4 * DAY);
    await sweep();
    expect(await notices()).toEqual([missing, missing, `FAILED reader Otra ${ahead(3)} Póliza vigente.`]);
  });

  it('are one for many sisters, and one for the rules of one folder', async () => {
    const { folder, rule, sweep, notices, responsible, library } = await setUp(server());
    const top = await folder('Contratistas');
    for (const name of ['Plan', 'Seguro', 'Contrato', 'Matriz', 'Acta']) {
      await rule(top, { name, responsible, appliesTo: 'eachChild' });
    }
    await folder('Ávila', top);
    await sweep();
    expect(await notices()).toEqual(['FAILED reader Ávila  Acta, Contrato, Matriz y 2 más.']);
    for (const at of [1, 2, 3, 4, 5, 6]) await folder(`Obra ${at}`, top);
    await sweep();
    const [, together, ...more] = await notices();
    expect(more).toEqual([]);
    expect(together).toMatch(
      /^FAILED reader Contratistas {2}6 carpetas: Obra \d, Obra \d, Obra \d y 3 más\.$/,
    );
    await rule(library.id, { name: 'Reglamento', responsible });
    await sweep();
    expect((await notices()).at(-1)).toBe(`FAILED reader ${library.name}  Reglamento.`);
  });

  it('reach each person as they chose, lead to the folder, and can be dismissed together', async () => {
    const { folder, rule, sweep, as, people, library } = await setUp(server());
    const id = await folder('Seguros');
    const choose = (client: typeof as.reader, choice: 'none' | 'daily') =>
      client.ok('preferencesPut', { body: { choices: [{ type: 'FOLDER.FAILED', choice }] } });
    await choose(as.publisher, 'none');
    await choose(as.reader, 'daily');
    await rule(id, { responsible: people.author.id });
    await rule(id, { name: 'Plan', responsible: people.reader.id });
    await rule(id, { name: 'Acta', responsible: people.publisher.id });
    await sweep();
    const [told, ...more] = await as.author.ok('notificationsPending');
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      type: 'FOLDER.FAILED',
      refModel: 'Folder',
      refId: id,
      ref: { _id: id, title: 'Seguros', group: { _id: library.id } },
      from: null,
      comment: 'Póliza vigente.',
    });
    expect(await as.author.ok('notificationById', { params: { id: told?._id ?? '' } })).toEqual(told);
    expect(await as.publisher.ok('notificationsPending')).toEqual([]);
    await expect.poll(() => mailsOf(server(), people.author.email)).toHaveLength(1);
    const [mail] = await mailsOf(server(), people.author.email);
    const text = readable(mail?.raw ?? '');
    expect(text).toContain('No se cumple: Seguros');
    expect(text).toContain(`/records/search?group=${library.id}&folder=${id}&reasons=open`);
    expect(text).toContain('Dejar de recibir correos como este');
    expect(await mailsOf(server(), people.reader.email)).toEqual([]);
    toDigest(server());
    await expect.poll(() => mailsOf(server(), people.reader.email)).toHaveLength(1);
    expect(readable((await mailsOf(server(), people.reader.email))[0]?.raw ?? '')).toContain('Tu resumen');
    const author = await server().signIn(people.author.email);
    const body = { refModel: 'Folder', refId: id } as const;
    expect(await author.ok('notificationDismiss', { body })).toMatchObject({ dismissed: 1 });
  });

  it('are told by the next one whole where the first was cut off in the middle', async () => {
    const { folder, rule, sweep, notices, responsible } = await setUp(server());
    await rule(await folder('Seguros'), { responsible });
    const { deps } = server().running.services;
    const dies: typeof deps.changes = {
      run: (author, work) =>
        deps.changes.run(author, async (change) => {
          await work(change);
          throw new Error('the process is killed');
        }),
    };
    await expect(sendFolderNotices({ ...deps, changes: dies })).rejects.toThrow('killed');
    expect(await notices()).toEqual([]);
    await sweep();
    expect(await notices()).toEqual(['FAILED reader Seguros  Póliza vigente.']);
  });
});

/** Two workers on two connections: whoever comes second finds it told. */
describe('notices about folders, by two workers at once', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('are told once', async () => {
    const { folder, rule, notices, responsible, library } = await setUp(server());
    await rule(await folder('Seguros'), { responsible });
    await rule(await folder('Otra'), { responsible });
    const { deps } = server().running.services;
    const looked = await oneAfterTheOther(server(), { library: library.id }, [
      () => sendFolderNotices(deps),
      () => sendFolderNotices(deps),
    ]);
    expect(looked).toEqual([2, 2]);
    expect((await notices()).sort()).toEqual([
      'FAILED reader Otra  Póliza vigente.',
      'FAILED reader Seguros  Póliza vigente.',
    ]);
  });
});
