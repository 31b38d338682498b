import readWorkbook from 'read-excel-file/node';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import type { Deps } from '../../../platform/deps.ts';
import { newId } from '../../../platform/ids.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { trailOf } from '../../../testing/audit.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { pngFile } from '../../../testing/files/files.ts';
import { pdfPages } from '../../../testing/files/pdf-text.ts';
import { useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';
import { filesOf } from '../../../testing/mail-parts.ts';
import { behindLock } from '../../../testing/races/races.ts';
import { digestOn } from '../../notifications/digest-time.ts';
import { createReportMailer, queueReportMails } from './report-mails.job.ts';

describe('a monthly report', () => {
  /* Without the server's own job: each test runs it, as one process or as several. */
  const server = useTestServer({
    engine: 'postgres',
    config: { services: ['core', 'docs', 'events'] },
  });
  beforeAll(() => server().stopClock());

  const ZONE = 'America/Santiago';

  /** One process's job. @param send in the place of its mails to files */
  function job(send?: (message: MailMessage) => Promise<void>) {
    const { deps, identity, report, reportExport } = server().running.services;
    const given: Deps = send ? { ...deps, mailer: { send, close: () => undefined } } : deps;
    return createReportMailer(given, identity.noticeLinks, { reports: report, files: reportExport });
  }

  /** Moves the server's clock to a moment, and back when the test ends. */
  function moveTo(moment: Date): void {
    const seconds = (moment.getTime() - server().running.services.deps.now().getTime()) / 1000;
    server().advance(seconds);
    onTestFinished(() => server().advance(-seconds));
  }
  const morningOf = (day: string, zone = ZONE): Date => digestOn(day, zone);

  async function setUp(more: object = {}) {
    const made = await reportedCompany(server());
    const { boss, manager, admin } = made;
    const body = {
      day: 1,
      formats: ['pdf' as const],
      people: [manager.id, admin.id],
      filters: null,
      ...more,
    };
    const plan = await boss.ok('reportMailCreate', { body });
    const outcomes = async () => {
      const again = await server().signIn(admin.email);
      const [found] = (await again.ok('reportMails')).items;
      return {
        missed: found?.missed ?? null,
        last: Object.fromEntries((found?.people ?? []).map(({ person, last }) => [person._id, last])),
      };
    };
    return { ...made, plan, outcomes };
  }

  it('comes on its day to each by their own rights, with files that open and the link to the same report', async () => {
    const { manager, admin, organization, sample, plan } = await setUp({ formats: ['pdf', 'xlsx'] });
    // The manager does not know of this one.
    await server().make.library(organization);
    await sample({ title: 'Acta <b>& "comité"' });
    moveTo(new Date(morningOf(plan.nextOn).getTime() - 1000));
    await job().drain();
    expect(await mailsOf(server(), manager.email)).toEqual([]);
    moveTo(morningOf(plan.nextOn));
    await job().drain();

    const asOf = addDays(`${plan.nextOn.slice(0, 7)}-01`, -1);
    const read = async (email: string) => {
      const [mail, ...others] = await mailsOf(server(), email);
      expect(others).toEqual([]);
      const [pdf, xlsx] = filesOf(mail?.raw ?? '');
      expect([pdf?.name, xlsx?.name]).toEqual([`informe-${asOf}.pdf`, `informe-${asOf}.xlsx`]);
      expect(pdf?.type).toBe('application/pdf');
      const paper = (await pdfPages({ data: pdf?.bytes.toString('base64') ?? '' })).join(' ');
      const sheets = await readWorkbook(xlsx?.bytes ?? Buffer.of());
      expect(JSON.stringify(sheets)).toContain('Acta');
      return { text: readable(mail?.raw ?? ''), raw: mail?.raw ?? '', paper };
    };
    const [theirs, whole] = [await read(manager.email), await read(admin.email)];
    expect(theirs.text).toContain('vista parcial de');
    expect(theirs.paper).toContain('vista parcial de');
    expect(whole.text).not.toContain('vista parcial');
    expect(whole.paper).not.toContain('vista parcial');
    for (const { text } of [theirs, whole]) {
      expect(text).toContain(`/calendars/report?asOf=${asOf}`);
      expect(text).toContain('Lo que necesita atención primero:');
      expect(text).toContain('«Acta &lt;b&gt;&amp; &quot;comité&quot;»');
      expect(text.slice(text.indexOf('<!doctype html>'))).not.toContain('<b>&');
    }
    // Its figures are those of the screen.
    const again = await server().signIn(manager.email);
    const { totals, since } = await again.ok('report', { query: { asOf } });
    expect(theirs.text).toContain(`se cumplieron ${totals.met.count} de ${totals.met.of} vencimientos`);
    expect(since?.day).toBe(addDays(`${asOf.slice(0, 7)}-01`, -1));
  });

  it('names what was due on the last day and not met, and carries the logo', async () => {
    const { root, manager, calendar, obligation, plan } = await setUp();
    const last = addDays(`${plan.nextOn.slice(0, 7)}-01`, -1);
    const more = { title: 'Acta del último día', recurrence: 'FREQ=DAILY;COUNT=1', startsOn: last };
    await calendar([obligation(more)]);
    const { rev } = await root.ok('organizationProfile');
    await root.ok('organizationLogoUpdate', { body: { data: pngFile(400, 100).toString('base64'), rev } });
    moveTo(morningOf(plan.nextOn));
    await job().drain();
    const [mail] = await mailsOf(server(), manager.email);
    const text = readable(mail?.raw ?? '');
    expect(text).toContain('1 vencía el último día y seguía sin cumplirse');
    expect(text).toContain('ninguna se cumplió, ninguna quedó vencida');
    expect(text).toMatch(/«Acta del último día» \([^)]*\): venció el/);
    expect(text).not.toContain('No hay nada vencido');
    expect(text).toContain('cid:logo');
  });

  it('makes no claim about libraries that its reader does not know of', async () => {
    const hidden = await setUp();
    const library = await server().make.library(hidden.organization);
    const group = { group: [library.id], calendar: [], department: [], responsible: [], status: [] };
    const { version } = hidden.plan;
    await hidden.root.ok('reportMailUpdate', {
      params: { id: hidden.plan._id },
      body: {
        ...{ version, day: 1, formats: ['pdf'], people: [hidden.manager.id] },
        filters: { ...group, period: 'year' },
      },
    });
    moveTo(morningOf(hidden.plan.nextOn));
    await job().drain();
    const [mail] = await mailsOf(server(), hidden.manager.email);
    const text = readable(mail?.raw ?? '');
    expect(text).toContain('vista parcial de');
    expect(text).toContain('no vencía nada de lo que tú puedes ver');
    expect(text).toContain('En lo que tú puedes ver no hay nada vencido');
    const boss = await server().signIn(hidden.manager.email);
    const report = await boss.ok('report', { query: { group: library.id } });
    expect(report.folders.hidden).toBe(1);
  });

  it('is queued and sent once, by two processes at the same moment', async () => {
    const { plan, manager, admin } = await setUp();
    moveTo(morningOf(plan.nextOn));
    const { deps } = server().running.services;
    await behindLock(server(), { user: newId() }, async (queue, holder) => {
      await holder.query('select 1 from report_mails where id = $1 for update', [plan._id]);
      return [await queue.join(() => queueReportMails(deps)), await queue.join(() => queueReportMails(deps))];
    }).then((answers) => Promise.all(answers.map((answer) => answer())));
    const sent: MailMessage[] = [];
    const send = async (message: MailMessage) => {
      sent.push(message);
      await deps.mailer.send(message);
    };
    await Promise.all([job(send).drain(), job(send).drain(), job(send).drain()]);
    await job(send).drain();
    const to = sent
      .map((message) => message.to)
      .filter((each) => [manager.email, admin.email].includes(each));
    expect(to.sort()).toEqual([manager.email, admin.email].sort());
  });

  it('is sent by another process where one died over it, and once', async () => {
    const { plan, manager, outcomes } = await setUp();
    moveTo(morningOf(plan.nextOn));
    const { deps } = server().running.services;
    const handed = Promise.withResolvers<void>();
    // It has made the mail and handed it over, and never does anything again.
    const dying = job(async (message) => {
      await deps.mailer.send(message);
      handed.resolve();
      await new Promise(() => undefined);
    });
    void dying.drain();
    await handed.promise;
    moveTo(new Date(morningOf(plan.nextOn).getTime() + 301_000));
    await job().drain();
    expect(await mailsOf(server(), manager.email)).toHaveLength(1);
    expect((await outcomes()).last[manager.id]).toMatchObject({ outcome: 'sent' });
  });

  it('waits while the mail server is down, drops who left meanwhile, and is not sent in another month', async () => {
    const { plan, manager, admin, outcomes } = await setUp();
    const down = async (): Promise<void> => {
      throw new Error('ECONNREFUSED');
    };
    const month = plan.nextOn.slice(0, 7);
    moveTo(morningOf(plan.nextOn));
    await job(down).drain();
    expect((await outcomes()).last).toEqual({
      [manager.id]: { month, outcome: 'waiting', sentAt: null },
      [admin.id]: { month, outcome: 'waiting', sentAt: null },
    });
    const boss = await server().signIn(manager.email);
    await boss.ok('reportMailOwn', { params: { id: plan._id }, body: { receives: false } });
    moveTo(new Date(morningOf(plan.nextOn).getTime() + 3_600_000));
    await job().drain();
    const { last } = await outcomes();
    expect([last[manager.id]?.outcome, last[admin.id]?.outcome]).toEqual(['dropped', 'sent']);
    expect(await mailsOf(server(), manager.email)).toEqual([]);

    const late = await setUp();
    const next = late.plan.nextOn;
    moveTo(morningOf(next));
    await job(down).drain();
    moveTo(morningOf(addDays(`${next.slice(0, 7)}-28`, 4)));
    await job().drain();
    const tooLate = (await mailsOf(server(), late.admin.email)).filter(({ raw }) =>
      readable(raw).includes(`asOf=${addDays(`${next.slice(0, 7)}-01`, -1)}`),
    );
    expect(tooLate).toEqual([]);
  });

  it('comes later in the same month where no server ran on its day, and never for a month that is over', async () => {
    const { plan, manager, outcomes } = await setUp();
    moveTo(morningOf(addDays(plan.nextOn, 9)));
    await job().drain();
    expect(await mailsOf(server(), manager.email)).toHaveLength(1);
    expect((await outcomes()).missed).toBeNull();

    const second = await setUp({ day: 20 });
    const month = second.plan.nextOn.slice(0, 7);
    moveTo(morningOf(addDays(`${month}-28`, 5)));
    await job().drain();
    expect(await mailsOf(server(), second.manager.email)).toEqual([]);
    expect((await second.outcomes()).missed).toBe(month);
  });

  it('comes by the clocks of the organization, and to nobody who may not open the report by then', async () => {
    const { organization, plan, manager, admin, root, outcomes } = await setUp();
    const { db } = server().database;
    await root.ok('userGroupRemove', { params: { id: manager.id, name: 'manager' } });
    await db
      .updateTable('organizations')
      .set({ timezone: 'Asia/Tokyo' })
      .where('id', '=', organization.id)
      .execute();
    const tokyo = morningOf(plan.nextOn, 'Asia/Tokyo');
    moveTo(new Date(tokyo.getTime() - 1000));
    await job().drain();
    expect(await mailsOf(server(), admin.email)).toEqual([]);
    moveTo(tokyo);
    await job().drain();
    expect(await mailsOf(server(), admin.email)).toHaveLength(1);
    expect(await mailsOf(server(), manager.email)).toEqual([]);
    expect((await outcomes()).last[manager.id]).toBeNull();
  });

  it('is tried by oneself at once, as it will come, and no month is used up by it', async () => {
    const { boss, manager, admin, plan, outcomes } = await setUp();
    await boss.ok('reportMailTry', { params: { id: plan._id } });
    await job().drain();
    const [mail] = await mailsOf(server(), manager.email);
    expect(readable(mail?.raw ?? '')).toContain('Es una prueba que pediste');
    expect(filesOf(mail?.raw ?? '')).toHaveLength(1);
    expect(await mailsOf(server(), admin.email)).toEqual([]);
    expect((await outcomes()).last[manager.id]).toBeNull();
  });

  it('is left by the link in the mail, without a session, and nobody else’s mail ends', async () => {
    const { plan, manager, admin } = await setUp();
    moveTo(morningOf(plan.nextOn));
    await job().drain();
    const [mail] = await mailsOf(server(), manager.email);
    const header =
      /^List-Unsubscribe: ?<([^>]+)>$/m.exec((mail?.raw ?? '').replace(/\r?\n /g, ''))?.[1] ?? '';
    const token = header.split('/').at(-1) ?? '';
    expect(new URL(header).pathname).toBe(`/api/events/unsubscribe/report/${token}`);
    const params = { token };
    const { anyone } = server();
    expect(await anyone.ok('reportMailLink', { params })).toMatchObject({ receives: true });
    const page = await anyone.fetch(`/events/unsubscribe/report/${token}`, { redirect: 'manual' });
    expect([page.status, (await anyone.ok('reportMailLink', { params })).receives]).toEqual([303, true]);
    const posted = await anyone.fetch(`/events/unsubscribe/report/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(posted.status).toBe(200);
    const again = await server().signIn(admin.email);
    const standings = async () =>
      Object.fromEntries(
        ((await again.ok('reportMails')).items[0]?.people ?? []).map((each) => [
          each.person._id,
          each.standing,
        ]),
      );
    expect(await standings()).toEqual({ [manager.id]: 'left', [admin.id]: 'receives' });
    await anyone.ok('reportMailLinkPut', { params, body: { receives: true } });
    expect((await standings())[manager.id]).toBe('receives');
    const notices = await server().running.services.identity.noticeLinks.sign({
      ...{ user: manager.id, types: ['RECORD.CREATED'] },
    });
    for (const wrong of [notices, `${token}x`, 'x'])
      expect((await anyone.call('reportMailLink', { params: { token: wrong } })).status).toBe(404);
    await server()
      .database.db.updateTable('users')
      .set({ enabled: false })
      .where('id', '=', manager.id)
      .execute();
    expect((await anyone.call('reportMailLink', { params })).status).toBe(404);
  });
});

describe('a monthly report on the embedded database', () => {
  const server = useTestServer({ engine: 'pglite' });

  it('is sent by the server’s own job', async () => {
    const { boss, manager } = await reportedCompany(server());
    const body = { day: 1, formats: ['pdf' as const, 'xlsx' as const], people: [manager.id], filters: null };
    const { _id: id } = await boss.ok('reportMailCreate', { body });
    await boss.ok('reportMailTry', { params: { id } });
    await expect.poll(() => mailsOf(server(), manager.email)).toHaveLength(1);
    const [mail] = await mailsOf(server(), manager.email);
    expect(filesOf(mail?.raw ?? '').map(({ type }) => type)).toHaveLength(2);
    await expect.poll(() => trailOf(server(), id)).toHaveLength(2);
  });
});
