import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays, addMonths, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { company, lead } from '../../../testing/companies/company.ts';
import {
  confirmBytes,
  makeDocument,
  someBytes,
  startRecord,
  startVersion,
  upload,
} from '../../../testing/documents.ts';
import { useTestServer } from '../../../testing/http.ts';
import { behindLock } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('files that are given as evidence, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp(more: Partial<ObligationInput> = {}) {
    const made = await company(server());
    const manager = await server().make.person(made.organization, { isManager: true });
    const boss = await server().signIn(manager.email);
    const today = dayIn(TIME_ZONE, server().running.services.deps.now());
    const { _id: calendar, obligations } = await boss.ok('calendarCreate', {
      body: {
        name: `Calendario ${Math.random()}`,
        obligations: [
          {
            title: 'Certificado F30-1',
            recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13',
            startsOn: addMonths(`${today.slice(0, 7)}-01`, -1),
            responsible: made.people.author.id,
            ...more,
          },
        ],
      },
    });
    const query = { from: addMonths(today, -6), to: addDays(addMonths(today, -6), 400), calendar };
    const { items } = await boss.ok('occurrences', { query });
    const [due, next] = items;
    const [obligation] = obligations;
    if (!due || !next || !obligation) throw new Error('no due days');
    return { ...made, manager, boss, due, next, obligation, params: { id: due._id } };
  }

  it('are linked when their bytes are confirmed, whichever version brings them', async () => {
    const { as, library, due, params } = await setUp({ acceptedStates: [STATE.draft], minCount: 2 });
    const begun = await startRecord(server(), as.author, library, { evidenceFor: due._id, title: 'Primero' });
    const before = await as.author.ok('occurrenceGet', { params });
    expect(before).toMatchObject({
      decision: 'open',
      shown: [],
      uploading: [{ _id: begun.record._id, title: 'Primero', stopped: false }],
      rev: due.rev,
    });
    // What somebody else is still uploading is nobody's business.
    expect((await as.reviewer.ok('occurrenceGet', { params })).uploading).toEqual([]);
    // The first attempt is given up, as by a retry on another day.
    await as.author.ok('versionErrored', { body: { _id: begun.version._id } });
    expect((await as.author.ok('occurrenceGet', { params })).uploading).toMatchObject([{ stopped: true }]);
    const retry = await startVersion(as.author, begun.record._id, begun.version._id);
    const bytes = someBytes();
    await upload(server(), as.author, retry.key ?? '', bytes);
    expect((await confirmBytes(as.author, retry._id, bytes)).status).toBe(200);
    const one = await as.author.ok('occurrenceGet', { params });
    expect(one).toMatchObject({
      decision: 'open',
      uploading: [],
      evidence: { minCount: 2, linked: 1, accepted: 1 },
      shown: [{ version: retry._id, record: { _id: begun.record._id } }],
    });
    await makeDocument(server(), as.author, library, { evidenceFor: due._id, title: 'Segundo' });
    const two = await as.author.ok('occurrenceGet', { params });
    expect(two).toMatchObject({ decision: 'done', evidence: { accepted: 2 } });
    expect(two.history.map(({ kind, record }) => [kind, record?.title ?? null])).toEqual([
      ['done', null],
      ['link', 'Segundo'],
      ['link', 'Primero'],
    ]);
  });

  it('stay linked where the due day was decided meanwhile, and decide nothing then', async () => {
    const { as, boss, library, due, params } = await setUp({ acceptedStates: [STATE.draft] });
    const begun = await startRecord(server(), as.author, library, { evidenceFor: due._id });
    await boss.ok('occurrenceWaive', { params, body: { rev: due.rev, reason: 'Sin personal' } });
    const bytes = someBytes();
    await upload(server(), as.author, begun.version.key ?? '', bytes);
    await confirmBytes(as.author, begun.version._id, bytes);
    const sheet = await as.author.ok('occurrenceGet', { params });
    expect(sheet).toMatchObject({ decision: 'waived', note: 'Sin personal', evidence: { linked: 1 } });
  });

  it('are refused, with nothing made, where the due day is not theirs, or takes none', async () => {
    const { as, boss, library, due, params } = await setUp();
    const refused = async (client: typeof as.author, evidenceFor: string) => {
      const label = await server().make.label({ id: library.organization, name: '' });
      const { status, body } = await client.call('recordCreate', {
        body: {
          ...{ title: 'Ajeno', group: library.id, state: 0, labels: [label], date: '2026-03-07' },
          ...{ file: { name: 'prueba.pdf', type: 'application/pdf' }, evidenceFor },
        },
      });
      return [status, Object.keys(body.error?.details ?? {})];
    };
    // A reviewer may upload, but it is not theirs to meet.
    expect(await refused(as.reviewer, due._id)).toEqual([403, ['evidenceFor']]);
    expect(await refused(as.author, library.id)).toEqual([400, ['evidenceFor']]);
    await boss.ok('occurrenceWaive', { params, body: { rev: due.rev, reason: 'Sin personal' } });
    expect(await refused(as.author, due._id)).toEqual([400, ['evidenceFor']]);
    const { items } = await as.author.ok('recordSearch', { query: { text: 'Ajeno' } });
    expect(items).toEqual([]);
  });

  it('go where the obligation says, in a state that their person may give', async () => {
    const { as, boss, people, library, organization, obligation, params } = await setUp({
      acceptedStates: [STATE.published],
    });
    expect((await as.author.ok('occurrenceGet', { params })).draft).toBeNull();
    const label = await server().make.label(organization);
    const admin = await server().make.person(organization, { isAdmin: true });
    const root = await server().signIn(admin.email);
    const edit = async (more: Partial<ObligationInput>) => {
      const { obligations } = await root.ok('calendarGet', { params: { id: obligation.calendar } });
      const [now] = obligations;
      if (!now) throw new Error('no obligation');
      const { title, recurrence, startsOn, acceptedStates, version } = now;
      const kept = { group: now.group?._id ?? null, responsible: now.responsible?._id ?? null };
      return root.ok('obligationUpdate', {
        params: { id: now._id },
        body: { title, recurrence, startsOn, acceptedStates, version, ...kept, ...more },
      });
    };
    expect(await edit({ group: library.id, labels: [label] })).toMatchObject({
      group: { _id: library.id },
      folder: null,
    });
    const sheet = await as.author.ok('occurrenceGet', { params });
    expect(sheet).toMatchObject({
      library: { _id: library.id },
      labels: [{ _id: label }],
      draft: { state: STATE.pendingReview, labels: [label] },
    });
    // Who does not know the library reads nothing of it, and an edit of theirs leaves it.
    const outside = await boss.ok('occurrenceGet', { params });
    expect([outside.library, outside.draft]).toEqual([null, null]);
    const [seen] = (await boss.ok('calendarGet', { params: { id: obligation.calendar } })).obligations;
    expect(seen?.group).toBeNull();
    await boss.ok('obligationUpdate', {
      params: { id: obligation._id },
      body: {
        ...{ title: 'Otro título', recurrence: obligation.recurrence, startsOn: obligation.startsOn },
        ...{ version: seen?.version ?? 0, responsible: people.author.id, labels: [label] },
      },
    });
    expect((await as.author.ok('occurrenceGet', { params })).library).toMatchObject({ _id: library.id });
    const unknown = await boss.call('obligationUpdate', {
      params: { id: obligation._id },
      body: {
        ...{ title: 'Otro título', recurrence: obligation.recurrence, startsOn: obligation.startsOn },
        ...{ version: (seen?.version ?? 0) + 1, group: obligation._id },
      },
    });
    expect(unknown.body.error?.details).toHaveProperty('group');
  });

  it('give the history of a due day, and nothing of documents that its reader does not see', async () => {
    const { as, boss, people, library, due, next, params, obligation } = await setUp();
    const { record } = await makeDocument(server(), as.author, library, { evidenceFor: due._id });
    const kinds = async (client: typeof as.author) =>
      (await client.ok('occurrenceGet', { params })).history.map(({ kind, by }) => [kind, by?._id]);
    const own = [
      ['submitted', people.author.id],
      ['link', people.author.id],
    ];
    expect(await kinds(as.author)).toEqual(own);
    // That it was handed in was known at that moment: only its status is everybody's.
    expect(await kinds(as.reader)).toEqual([]);
    const given = await boss.ok('obligationPeople', {
      params: { id: obligation._id },
      body: { version: obligation.version, responsible: people.reader.id, backup: people.author.id },
    });
    expect(given).toMatchObject({
      responsible: { _id: people.reader.id },
      backup: { _id: people.author.id },
      version: obligation.version + 1,
    });
    const told = await as.reader.ok('occurrenceGet', { params });
    expect(told.obligation.version).toBe(given.version);
    expect(told.history).toMatchObject([{ kind: 'people', responsible: { _id: people.reader.id } }]);
    // Published, it is seen from then on; what was linked is that version.
    await lead(as, record, STATE.approved);
    await lead(as, record, STATE.published);
    expect((await kinds(as.reader)).map(([kind]) => kind)).toEqual(['done', 'people', 'submitted', 'link']);
    // Another due day of the same obligation tells what was decided about that one only.
    const waived = { params: { id: next._id }, body: { rev: next.rev, reason: 'Sin personal' } };
    await boss.ok('occurrenceWaive', waived);
    expect((await boss.ok('occurrenceGet', { params: waived.params })).history).toMatchObject([
      { kind: 'waived', note: 'Sin personal' },
      { kind: 'people' },
    ]);
    const stale = await boss.call('obligationPeople', {
      params: { id: obligation._id },
      body: { version: obligation.version, responsible: null, backup: null },
    });
    expect([stale.status, stale.body.error?.code]).toEqual([409, 'rev_changed']);
    const twice = await boss.call('obligationPeople', {
      params: { id: obligation._id },
      body: { version: given.version, responsible: people.reader.id, backup: people.reader.id },
    });
    expect(twice.body.error?.details).toHaveProperty('backup');
  });

  if (engine === 'pglite') return;

  it('are counted both where two arrive at the same moment, and decide once', async () => {
    const { as, library, due, params } = await setUp({ acceptedStates: [STATE.draft], minCount: 2 });
    const begin = async (title: string) => {
      const { version } = await startRecord(server(), as.author, library, { evidenceFor: due._id, title });
      const bytes = someBytes();
      await upload(server(), as.author, version.key ?? '', bytes);
      return () => confirmBytes(as.author, version._id, bytes);
    };
    const [one, two] = [await begin('Primera'), await begin('Segunda')];
    const held = { sha256: 'none' };
    const answers = await behindLock(server(), held, async ({ join }, holder) => {
      await holder.query(`select 1 from occurrences where id = '${due._id}' for update`);
      return [await join(one), await join(two)] as const;
    });
    expect(await Promise.all(answers.map(async (wait) => (await wait()).status))).toEqual([200, 200]);
    const sheet = await as.author.ok('occurrenceGet', { params });
    expect(sheet).toMatchObject({ decision: 'done', evidence: { linked: 2, accepted: 2 } });
    expect(sheet.history.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  });

  it('are no more than twenty, also where two begin the last one at the same moment', async () => {
    const { as, library, due } = await setUp();
    for (let at = 0; at < 19; at++)
      await startRecord(server(), as.author, library, { evidenceFor: due._id, title: `Prueba ${at}` });
    const label = await server().make.label({ id: library.organization, name: '' });
    const begin = (title: string) => () =>
      as.author.call('recordCreate', {
        body: {
          ...{ title, group: library.id, state: 0, labels: [label], date: '2026-03-07' },
          ...{ file: { name: 'prueba.pdf', type: 'application/pdf' }, evidenceFor: due._id },
        },
      });
    const held = { sha256: 'none' };
    const answers = await behindLock(server(), held, async ({ join }, holder) => {
      await holder.query(`select 1 from occurrences where id = '${due._id}' for update`);
      return [await join(begin('Última')), await join(begin('Una que sobra'))] as const;
    });
    const statuses = await Promise.all(answers.map(async (wait) => (await wait()).status));
    expect(statuses.toSorted()).toEqual([201, 400]);
  });
});
