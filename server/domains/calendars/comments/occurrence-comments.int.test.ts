import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { makeDocument } from '../../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { said } from '../../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('what is written about a due day on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let people: Record<'manager' | 'backup' | 'clerk' | 'outsider' | 'colleague' | 'alone', TestPerson>;
  let as: Record<'manager' | 'backup' | 'clerk' | 'outsider' | 'admin', TestClient>;
  let due: { params: { id: string } };

  beforeEach(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization, 'Personas');
    const own = await make.library(organization, 'Cumplimiento');
    people = {
      manager: await make.person(organization, { isManager: true, libraries: [[own, []]] }),
      backup: await make.person(organization, { libraries: [[own, []]] }),
      clerk: await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] }),
      outsider: await make.person(organization, { libraries: [[library, []]] }),
      // Has never signed in.
      colleague: await make.person(organization, { libraries: [[library, []]] }),
      alone: await make.person(organization),
    };
    const boss = await make.person(organization, { isAdmin: true, libraries: [[own, []]] });
    const [manager, backup, clerk, outsider, admin] = await Promise.all(
      [people.manager, people.backup, people.clerk, people.outsider, boss].map(({ email }) => signIn(email)),
    );
    if (!manager || !backup || !clerk || !outsider || !admin) throw new Error('nobody');
    as = { manager, backup, clerk, outsider, admin };
    const today = server().running.services.deps.now().toISOString().slice(0, 10);
    const { _id } = await manager.ok('calendarCreate', {
      body: {
        name: 'Laboral',
        obligations: [
          {
            ...{ title: 'F30-1', recurrence: 'FREQ=DAILY;COUNT=1', startsOn: addDays(today, -3) },
            ...{
              nonWorkingPolicy: 'keep' as const,
              responsible: people.manager.id,
              backup: people.backup.id,
            },
          },
        ],
      },
    });
    const query = { from: addDays(today, -9), to: today, calendar: _id };
    const [first] = (await manager.ok('occurrences', { query })).items;
    due = { params: { id: first?._id ?? '' } };
  });

  const write = (who: TestClient, body: { kind?: 'request' | 'decline'; text?: string; asks?: string }) =>
    who.call('dueCommentCreate', { ...due, body });
  const ask = (text = 'El de septiembre, por favor') =>
    as.backup.ok('dueCommentCreate', { ...due, body: { kind: 'request', asks: people.clerk.id, text } });
  const told = async (who: TestClient) =>
    (await who.ok('notificationsPending')).map(({ type, comment, from }) => [type, comment, from?._id]);
  const tasks = async (who: TestClient) =>
    (await who.ok('tasks', { query: { kind: 'obligation' } })).items.map(({ _id }) => _id);

  it('is read by whoever may meet it and by whoever was asked, and by nobody else', async () => {
    expect(said(await write(as.outsider, { text: 'Hola' }))).toBe('403 forbidden');
    expect(said(await write(as.backup, { text: '¿Alguien lo tiene?' }))).toBe('201');
    const texts = async (who: TestClient) =>
      (await who.ok('occurrenceGet', due)).comments?.map(({ text }) => text) ?? null;
    expect(await texts(as.manager)).toEqual(['¿Alguien lo tiene?']);
    expect(await texts(as.outsider)).toBeNull();
    expect(await texts(as.clerk)).toBeNull();
    expect(await told(as.manager)).toEqual([['CALENDAR.COMMENT', '¿Alguien lo tiene?', people.backup.id]]);
    expect(await told(as.backup)).toEqual([]);
    await ask();
    expect(await texts(as.clerk)).toEqual(['¿Alguien lo tiene?', 'El de septiembre, por favor']);
    expect(said(await write(as.clerk, { text: '¿Cuál?' }))).toBe('201');
    const history = (await as.backup.ok('occurrenceGet', due)).comments ?? [];
    expect(history.map(({ kind, by, asks, answer }) => [kind, by._id, asks?._id ?? null, answer])).toEqual([
      ['comment', people.backup.id, null, null],
      ['request', people.backup.id, people.clerk.id, null],
      ['comment', people.clerk.id, null, null],
    ]);
  });

  it('lets whoever is asked give the document, though the due day is not theirs', async () => {
    const { record } = await makeDocument(server(), as.clerk, library, {
      title: 'F30-1 septiembre',
      state: 3,
    });
    const link = async () => {
      const { rev, may } = await as.clerk.ok('occurrenceGet', due);
      const answer = await as.clerk.call('evidenceCreate', { ...due, body: { rev, record } });
      return [may.give, may.fulfil, said(answer)];
    };
    expect(await link()).toEqual([false, false, '403 forbidden']);
    expect(await tasks(as.clerk)).toEqual([]);
    await ask();
    expect(await told(as.clerk)).toEqual([
      ['CALENDAR.REQUEST', 'El de septiembre, por favor', people.backup.id],
    ]);
    expect((await as.clerk.ok('tasks', { query: { kind: 'obligation' } })).items).toMatchObject([
      {
        _id: due.params.id,
        reasons: [{ request: { by: { _id: people.backup.id }, message: 'El de septiembre, por favor' } }],
      },
    ]);
    expect(await link()).toEqual([true, false, '201']);
    expect(await told(as.clerk)).toEqual([]);
    const met = await as.backup.ok('occurrenceGet', due);
    expect(met).toMatchObject({ decision: 'done', comments: [{ kind: 'request', answer: 'given' }] });
    // Who had asked learns that it is there, though the document is closed to them.
    expect(met.evidence).toMatchObject({ hidden: 1 });
    expect(await told(as.backup)).toEqual([['CALENDAR.ANSWER', '', people.clerk.id]]);
    expect((await as.clerk.ok('occurrenceGet', due)).may).toEqual({
      fulfil: false,
      give: false,
      decide: false,
    });
    // It was the wrong one: whoever gave it takes it back, and is asked again.
    const [{ version = '' } = {}] = (await as.clerk.ok('occurrenceGet', due)).shown;
    const params = { ...due.params, version };
    expect(said(await as.outsider.call('evidenceDelete', { params }))).toBe('403 forbidden');
    expect((await as.clerk.ok('evidenceDelete', { params })).decision).toBe('open');
    expect((await ask('El otro')).comments?.map(({ answer }) => answer)).toEqual(['given', null]);
  });

  it('also by a new file, which ends the request once it has arrived', async () => {
    await ask();
    await makeDocument(server(), as.clerk, library, {
      ...{ title: 'F30-1 cargado', evidenceFor: due.params.id },
    });
    const { comments, evidence } = await as.manager.ok('occurrenceGet', due);
    expect([comments?.[0]?.answer, evidence.hidden]).toEqual(['given', 1]);
  });

  it('ends by the answer that there is none, or by taking the request back', async () => {
    expect(said(await write(as.clerk, { kind: 'decline' }))).toBe('403 forbidden');
    await ask();
    expect(said(await write(as.clerk, { kind: 'decline', text: 'Lo tiene Contabilidad' }))).toBe('201');
    expect(await tasks(as.clerk)).toEqual([]);
    expect(await told(as.backup)).toEqual([['CALENDAR.ANSWER', 'Lo tiene Contabilidad', people.clerk.id]]);
    expect(said(await write(as.clerk, { kind: 'decline' }))).toBe('400 invalid');
    const { comments } = await ask();
    const comment = comments?.at(-1)?._id ?? '';
    const params = { ...due.params, comment };
    expect(said(await as.clerk.call('dueRequestDelete', { params }))).toBe('403 forbidden');
    expect(said(await as.outsider.call('dueRequestDelete', { params }))).toBe('403 forbidden');
    const after = await as.manager.ok('dueRequestDelete', { params });
    expect(after.comments?.map(({ kind, answer }) => [kind, answer])).toEqual([
      ['request', 'declined'],
      ['decline', null],
      ['request', 'withdrawn'],
    ]);
    expect(said(await as.manager.call('dueRequestDelete', { params }))).toBe('404 not_found');
    expect(await tasks(as.clerk)).toEqual([]);
  });

  it('refuses at its field who cannot be asked, and a comment without words', async () => {
    const field = async (body: Parameters<typeof write>[1]) => {
      const answer = await write(as.manager, body);
      return [said(answer), ...Object.keys((answer.body.error?.details ?? {}) as object)];
    };
    expect(await field({ text: '  ' })).toEqual(['400 invalid', 'text']);
    expect(await field({ text: 'x'.repeat(1001) })).toEqual(['400 invalid', 'text']);
    expect(await field({ kind: 'request' })).toEqual(['400 invalid', 'asks']);
    expect(await field({ text: 'a', asks: people.clerk.id })).toEqual(['400 invalid', 'asks']);
    for (const asks of [people.manager.id, people.alone.id, due.params.id]) {
      expect(await field({ kind: 'request', asks })).toEqual(['400 invalid', 'asks']);
    }
    await ask();
    expect(await field({ kind: 'request', asks: people.clerk.id })).toEqual(['400 invalid', 'asks']);
    const { rev } = await as.manager.ok('occurrenceGet', due);
    await as.manager.ok('occurrenceWaive', { ...due, body: { rev, reason: 'No aplica' } });
    expect(await field({ kind: 'request', asks: people.outsider.id })).toEqual(['422 occurrence_decided']);
    expect(await tasks(as.clerk)).toEqual([]);
  });

  it('keeps the due day, and with it what was written, where its obligation falls on other days since', async () => {
    const today = server().running.services.deps.now().toISOString().slice(0, 10);
    const coming = {
      ...{ title: 'Póliza', recurrence: 'FREQ=DAILY;COUNT=1', startsOn: addDays(today, 10) },
      ...{ nonWorkingPolicy: 'keep' as const, responsible: people.manager.id },
    };
    const { _id, obligations } = await as.manager.ok('calendarCreate', {
      body: { name: 'Seguros', obligations: [coming] },
    });
    const query = { from: today, to: addDays(today, 40), calendar: _id };
    const [day] = (await as.manager.ok('occurrences', { query })).items;
    const params = { id: day?._id ?? '' };
    await as.manager.ok('dueCommentCreate', { params, body: { text: 'Falta el endoso' } });
    await as.manager.ok('obligationUpdate', {
      params: { id: obligations[0]?._id ?? '' },
      body: { ...coming, startsOn: addDays(today, 20), version: obligations[0]?.version ?? 0 },
    });
    const { comments } = await as.manager.ok('occurrenceGet', { params });
    expect(comments?.map(({ text }) => text)).toEqual(['Falta el endoso']);
  });

  it('keeps whom it was asked of from being deleted, and says why', async () => {
    await as.manager.ok('dueCommentCreate', {
      ...due,
      body: { kind: 'request', asks: people.colleague.id },
    });
    const refused = await as.admin.call('userDelete', { params: { id: people.colleague.id } });
    expect(refused.body.error).toMatchObject({
      code: 'referenced',
      details: { by: ['requests'] },
    });
  });

  if (engine === 'postgres')
    it('asks one person once, also where two ask at the same time', async () => {
      const body = { kind: 'request' as const, asks: people.clerk.id };
      const answers = await oneAfterTheOther(server(), { occurrence: due.params.id }, [
        () => as.manager.call('dueCommentCreate', { ...due, body }),
        () => as.backup.call('dueCommentCreate', { ...due, body }),
      ]);
      expect(answers.map(said)).toEqual(['201', '400 invalid']);
      expect((await told(as.clerk)).map(([type]) => type)).toEqual(['CALENDAR.REQUEST']);
    });
});
