import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { TASK_KINDS, type TaskKind } from '#shared/overview/task-kinds.ts';
import { addDays } from '#shared/platform/days.ts';
import { busyCompany, list, shown, tasks } from '../../testing/companies/busy-company.ts';
import { lead } from '../../testing/companies/company.ts';
import { addVersion } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { behindLock } from '../../testing/races/races.ts';

describe.each(['pglite', 'postgres'] as const)('tasks, on %s', (engine) => {
  const server = useTestServer({ engine });

  describe('over everything that somebody works with', () => {
    let at: Awaited<ReturnType<typeof busyCompany>>;
    let asked: string;
    const everything = [
      'Declaración: obligation',
      'Venció: expire',
      'Contratista: folder',
      'Por revisar con día: review',
      'Pago: obligation',
      'Vence: expire',
      'Aprobado: publish',
      'Por revisar: review',
      'Por corregir: correct',
    ];

    beforeAll(async () => {
      at = await busyCompany(server());
      const { as, ana, today, ahead } = at;
      await at.waiting('Aprobado', STATE.pendingReview, STATE.approved);
      asked = await at.waiting('Por revisar con día');
      const { currentVersion } = await as.author.ok('recordById', { params: { id: asked } });
      const body = { record: asked, version: currentVersion?._id ?? '', dueOn: ahead(2), message: 'Mira' };
      await as.author.ok('reviewRequest', { body: { ...body, to: [ana.id] } });
      await at.waiting('Por revisar', STATE.pendingReview);
      const { record: wrong } = await at.document('Por corregir');
      await lead(as, wrong, STATE.rejected);
      await at.document('Vence', { state: 3, expiresOn: ahead(5) });
      await at.document('Vence lejos', { state: 3, expiresOn: ahead(31) });
      await at.document('Venció', { state: 3, expiresOn: addDays(today, -3) });
      await at.duty('Declaración', -4);
      await at.duty('Pago', 3);
      await at.duty('Pago lejano', 16);
      await at.rule(await at.folder('Contratista'));
    });

    it('are one list: overdue first, then due soonest, then waiting longest', async () => {
      const { as, library, today, ahead } = at;
      const { items, counts, nextCursor } = await tasks(as.ana);
      expect(items.map(shown)).toEqual(everything);
      const kinds = { review: 2, publish: 1, correct: 1, expire: 2, obligation: 2, folder: 1 };
      expect(counts).toEqual({ all: 9, ...kinds });
      expect(nextCursor).toBeNull();
      expect(items[3]).toMatchObject({
        ...{ _id: asked, kind: 'review', dueOn: ahead(2), occurrence: null, folder: null },
        reasons: [{ request: { named: true, message: 'Mira', dueOn: ahead(2) } }],
        document: { group: { _id: library.id, name: library.name } },
      });
      expect(items[0]).toMatchObject({ kind: 'obligation', dueOn: addDays(today, -4), since: null });
      expect(items[2]).toMatchObject({ folder: { group: { _id: library.id }, blocking: 1 }, dueOn: null });
      expect(items[6]?.since).not.toBeNull();
    });

    it.each(TASK_KINDS)('are those of one kind where they are asked for: %s', async (kind) => {
      const wanted = everything.filter((each) => each.endsWith(`: ${kind}`));
      expect(await list(at.as.ana, { kind })).toEqual(wanted);
    });

    it('come page by page, each once, and the first page counts them', async () => {
      const { ana } = at.as;
      const read: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await tasks(ana, { limit: '2', ...(cursor ? { cursor } : {}) });
        expect(page.counts === undefined).toBe(cursor !== undefined);
        read.push(...page.items.map(shown));
        cursor = page.nextCursor ?? undefined;
        more = cursor !== undefined;
      }
      expect(read).toEqual(everything);
      const { nextCursor } = await tasks(ana, { limit: '2' });
      const foreign = await ana.call('tasks', { query: { kind: 'review', cursor: nextCursor ?? '' } });
      expect([foreign.status, foreign.body.error?.code]).toEqual([400, 'invalid']);
    });

    it('are somebody’s only where they may do something about it', async () => {
      const { as } = at;
      expect(await list(as.reader)).toEqual([]);
      expect(await list(as.publisher)).toEqual(['Contratista: folder', 'Aprobado: publish']);
      expect(await list(as.other)).toEqual(['Por revisar con día: review', 'Por revisar: review']);
      expect((await as.ana.ok('dashboard')).othersRed.count).toBe(0);
      expect((await as.reader.ok('dashboard')).othersRed).toMatchObject({
        count: 1,
        items: [{ folder: { name: 'Contratista' } }],
      });
    });
  });

  it('name a document once, with all of its reasons, and the first says what to do', async () => {
    const at = await busyCompany(server());
    const { as, ahead, ana } = at;
    const made = await at.document('Póliza', { state: 3, expiresOn: ahead(9) });
    await at.document('Nuevo y breve', { state: 5, expiresOn: ahead(4) });
    const next = await addVersion(server(), as.ana, made.record, made.version._id);
    expect(await list(as.ana)).toEqual(['Nuevo y breve: review,expire', 'Póliza: expire']);
    await as.ana.ok('reviewRequest', {
      body: { record: made.record, version: next._id, to: [ana.id], dueOn: ahead(3) },
    });
    const { items, counts } = await tasks(as.ana);
    expect(items.map(shown)).toEqual(['Póliza: review,expire', 'Nuevo y breve: review,expire']);
    expect(items[0]).toMatchObject({
      ...{ kind: 'review', dueOn: ahead(3) },
      reasons: [{ dueOn: ahead(3) }, { dueOn: ahead(9), request: null }],
    });
    expect(counts).toMatchObject({ all: 2, review: 2, expire: 2 });
    for (const kind of ['review', 'expire'] satisfies TaskKind[])
      expect(await list(as.ana, { kind })).toEqual(items.map(shown));
    // Whoever reviews it and is no author learns that it is urgent; once it waits for a publisher, its author waits too.
    expect(await list(as.other)).toEqual(['Póliza: review,expire', 'Nuevo y breve: review,expire']);
    await lead(as, made.record, STATE.approved);
    expect(await list(as.other)).toEqual(['Nuevo y breve: review,expire']);
    expect(await list(as.publisher)).toEqual(['Póliza: publish,expire']);
    await lead(as, made.record, STATE.published);
    expect(await list(as.publisher)).toEqual([]);
  });

  it.each([
    { kind: 'review', states: [STATE.pendingReview] },
    { kind: 'publish', states: [STATE.pendingReview, STATE.approved] },
  ] as const)('have the order in which one goes on from one to the next: $kind', async ({ kind, states }) => {
    const at = await busyCompany(server());
    const { as, ana, ahead, today } = at;
    const waits = (title: string) => at.waiting(title, ...states);
    const ask = async (record: string, more: object) => {
      const { currentVersion } = await as.author.ok('recordById', { params: { id: record } });
      const body = { record, version: currentVersion?._id ?? '', ...more };
      if (kind === 'review') await as.author.ok('reviewRequest', { body });
      else await as.reviewer.ok('publicationRequest', { body });
    };
    const oldest = await waits('Espera hace más');
    await waits('Espera');
    await ask(await waits('Por su nombre, sin día'), { to: [ana.id] });
    await ask(await waits('Por su nombre, con día'), { to: [ana.id], dueOn: ahead(6) });
    await ask(await waits('Para todos, antes'), { dueOn: ahead(2) });
    await ask(await waits('Vencido'), { dueOn: addDays(today, -1) });
    const rename = async (record: string, body: object) => {
      const { rev } = await as.author.ok('recordById', { params: { id: record } });
      await as.author.ok('recordUpdate', { params: { id: record }, body: { rev, ...body } });
    };
    await rename(await waits('Vence'), { expiresOn: ahead(4) });
    await rename(await waits('Vence lejos'), { expiresOn: ahead(31) });
    // It waits in its state as long as before, whatever is written on it meanwhile.
    await rename(oldest, { title: 'Espera hace más tiempo' });

    const dashboard = (await list(as.ana, { kind })).map((each) => each.replace(/: .*/, ''));
    expect(dashboard).toEqual([
      'Vencido',
      'Para todos, antes',
      'Vence',
      'Por su nombre, con día',
      'Espera hace más tiempo',
      'Espera',
      'Por su nombre, sin día',
      'Vence lejos',
    ]);
    const queue: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const query = { section: kind, limit: '3', ...(cursor ? { cursor } : {}) };
      const { items, nextCursor } = await as.ana.ok('pendingDecisions', { query });
      queue.push(...items.map(({ title }) => title));
      cursor = nextCursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(queue).toEqual(dashboard);
    const { [kind === 'review' ? 'toReview' : 'toPublish']: figure } = await as.ana.ok('dashboard');
    expect(figure.items.map(({ title }) => title)).toEqual(dashboard.slice(0, 5));
  });

  it('tell nothing of what somebody may not see', async () => {
    const at = await busyCompany(server());
    const { as, ana, people, organization, ahead, today } = at;
    const { record } = await at.document('Reservado', {
      scope: 'confidential',
      state: 3,
      expiresOn: ahead(2),
    });
    const { record: asked, version } = await at.document('Para revisar', { scope: 'restricted' });
    await as.ana.ok('reviewRequest', {
      body: { record: asked, version: version._id, to: [people.other.id] },
    });
    const folder = await at.folder('Faena');
    await at.document('Vencido y oculto', {
      folder,
      documentType: at.type,
      scope: 'confidential',
      state: 3,
      expiresOn: addDays(today, -8),
    });
    const reader = people.reader.id;
    await at.rule(folder, { responsible: reader });
    // Responsible for the folder, they learn that it fails, and neither of which document nor since when.
    const { items } = await tasks(as.reader);
    expect(items.map(shown)).toEqual(['Faena: folder']);
    expect(items[0]).toMatchObject({
      dueOn: null,
      folder: { dueOn: null, results: [{ reasons: [{ code: 'MISSING' }] }] },
    });
    expect(JSON.stringify(items)).not.toContain('oculto');
    expect((await tasks(as.reader)).nextCursor).toBeNull();
    expect(await list(as.other)).toEqual(['Para revisar: review']);
    expect(await list(as.ana)).toEqual([
      'Vencido y oculto: expire',
      'Reservado: expire',
      'Para revisar: review',
    ]);
    await server()
      .database.db.updateTable('group_members')
      .set({ roles: [] })
      .where('user_id', 'in', [people.other.id, ana.id])
      .execute();
    expect(await list(as.other)).toEqual([]);
    // An author still sees it, and can do nothing about it.
    expect((await as.ana.call('recordById', { params: { id: record } })).status).toBe(200);
    expect(await list(as.ana)).toEqual([]);
    const stranger = await server().make.person(await server().make.organization());
    const outside = await server().make.person(organization, {
      libraries: [[await server().make.library(organization), ['upload', 'review', 'publish']]],
    });
    for (const { email } of [stranger, outside]) {
      const page = await tasks(await server().signIn(email));
      expect(page).toMatchObject({ items: [], counts: { all: 0, review: 0, publish: 0, folder: 0 } });
    }
    await server().database.db.deleteFrom('group_members').where('user_id', '=', reader).execute();
    expect(await list(as.reader)).toEqual([]);
  });

  it('have a due day for its people: responsible, then backup, else those who keep the calendar', async () => {
    const at = await busyCompany(server());
    const { as, boss, people } = at;
    const { author, other, reader } = people;
    await at.duty('Con titular', 3, { responsible: author.id, backup: other.id });
    await at.duty('Atrasado', -2, { responsible: author.id, backup: other.id });
    await at.duty('Solo suplente', 4, { responsible: null, backup: other.id });
    const kept = await at.calendar(
      [
        {
          ...at.obligation({ title: 'De quien edita' }),
          recurrence: 'FREQ=DAILY;COUNT=1',
          startsOn: at.today,
        },
      ],
      { editors: [reader.id] },
    );
    await at.duty('De nadie', 5, { responsible: null });
    expect(await list(as.author)).toEqual(['Atrasado: obligation', 'Con titular: obligation']);
    expect(await list(as.other)).toEqual(['Atrasado: obligation', 'Solo suplente: obligation']);
    expect(await list(as.reader)).toEqual(['De quien edita: obligation']);
    expect(await list(boss)).toEqual(['De nadie: obligation']);
    const [due] = await at.dueDays(kept._id);
    await as.reader.ok('occurrenceComplete', {
      params: { id: due?._id ?? '' },
      body: { rev: due?.rev ?? 0 },
    });
    expect(await list(as.reader)).toEqual([]);
    expect((await tasks(as.reader)).counts).toMatchObject({ all: 0, obligation: 0 });
  });
});

describe('tasks that are read while they change', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('are of one moment: the list is what the counts count', async () => {
    const at = await busyCompany(server());
    const { as } = at;
    const record = await at.waiting('Plan de obra', STATE.pendingReview);
    await at.duty('Pago', 3);
    // The call has read the documents and waits to read the due days; meanwhile the document is deleted for good.
    const before = await behindLock(server(), { table: 'calendars' }, async (queue) => {
      const read = await queue.join(() => tasks(as.ana));
      await lead(as, record, STATE.approved, STATE.draft);
      await server().database.db.deleteFrom('record_faces').where('record_id', '=', record).execute();
      return read;
    });
    const { items, counts } = await before();
    expect(items.map((each) => [shown(each), each.document?.state])).toEqual([
      ['Pago: obligation', undefined],
      ['Plan de obra: review', STATE.pendingReview],
    ]);
    expect(counts).toMatchObject({ all: items.length, review: 1, obligation: 1 });
    expect(await list(as.ana)).toEqual(['Pago: obligation']);
  });
});
