import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { lead } from '../../../testing/companies/company.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { makeDocument } from '../../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('evidence that not everybody sees, on %s', (engine) => {
  const server = useTestServer({ engine });

  /** Its reader has to meet the due day, and sees published documents only. */
  async function setUp() {
    const made = await reportedCompany(server());
    const { as, people, boss, library, obligation, calendar, dueDays, today } = made;
    const asks = { title: 'Certificado F30-1', acceptedStates: [STATE.approved, STATE.published] };
    const { _id } = await calendar([
      obligation({ ...asks, minCount: 1, responsible: people.reader.id, backup: people.author.id }),
    ]);
    const [due] = await dueDays(_id);
    const params = { id: due?._id ?? '' };
    const title = 'Acta de la obra sur';
    const { record, version } = await makeDocument(server(), as.author, library, {
      ...{ state: STATE.draft, title, evidenceFor: params.id },
    });
    const sheet = (client: TestClient) => client.ok('occurrenceGet', { params });
    const history = async (client: TestClient) =>
      (await sheet(client)).history.map(({ kind, by, record }) => [
        kind,
        by?._id ?? null,
        record?.title ?? null,
      ]);
    return { ...made, params, title, record, version: version._id, sheet, history, boss, today };
  }

  it('is not taken away by somebody who does not see it', async () => {
    const { as, params, version, people, record, sheet } = await setUp();
    const remove = (id: string) => as.reader.call('evidenceDelete', { params: { ...params, version: id } });
    const [hidden, missing] = [await remove(version), await remove(params.id)];
    // Each answer has an id of its own.
    const { requestId } = missing.body.error ?? {};
    expect([hidden.status, { ...hidden.body.error, requestId }]).toEqual([404, missing.body.error]);
    expect((await sheet(as.author)).shown).toMatchObject([{ version }]);
    await lead(as, record, STATE.approved, STATE.published);
    expect((await remove(version)).status).toBe(200);
    expect((await sheet(as.author)).history[0]).toMatchObject({ kind: 'open' });
    expect((await sheet(as.author)).history[1]).toMatchObject({
      kind: 'unlink',
      by: { _id: people.reader.id },
    });
  });

  it('says who met it to those who know of all of it, and the day to everybody', async () => {
    const { as, people, record, sheet, history, today } = await setUp();
    await lead(as, record, STATE.approved);
    const met = { status: 'late', decision: 'done', completedOn: today };
    expect(await sheet(as.author)).toMatchObject({ ...met, completedBy: { _id: people.author.id } });
    const unseen = await sheet(as.reader);
    expect(unseen).toMatchObject({ ...met, completedBy: null, evidence: { hidden: 1, gone: 0 } });
    expect(unseen.history).toEqual([]);
    // Nor anything else in it: neither the person nor the document.
    expect(JSON.stringify({ ...unseen, backup: null })).not.toContain(people.author.id);
    await lead(as, record, STATE.published);
    expect(await sheet(as.reader)).toMatchObject({ ...met, completedBy: { _id: people.author.id } });
    expect((await history(as.reader)).map(([kind]) => kind)).toEqual(['done', 'submitted', 'link']);
  });

  it('leaves its history with those who saw it, in the bin, back from it, and gone for good', async () => {
    const { as, people, record, sheet, history, title, root, admin } = await setUp();
    const author = people.author.id;
    const before = [
      ['submitted', author],
      ['link', author],
    ];
    const binned = await as.publisher.call('recordDelete', { params: { id: record } });
    expect(binned.status).toBeLessThan(300);
    const publisher = people.publisher.id;
    const gone = [['open', publisher], ['gone', null], ...before];
    const unnamed = gone.map(([kind, by]) => [kind, by, null]);
    const known = await sheet(as.author);
    expect((await history(as.author)).toSorted()).toEqual(unnamed.toSorted());
    expect(known).toMatchObject({ status: 'overdue', evidence: { linked: 0, hidden: 0, gone: 1 } });
    expect(JSON.stringify(known)).not.toContain(title);
    // Who never saw it reads what they read before.
    expect(await sheet(as.reader)).toMatchObject({ history: [], evidence: { hidden: 1, gone: 0 } });

    await root.ok('binRestore', { body: { record } });
    expect((await history(as.author)).slice(0, 2).toSorted()).toEqual([
      ['back', null, title],
      ['submitted', admin.id, null],
    ]);
    await as.publisher.call('recordDelete', { params: { id: record } });
    await root.ok('binPurge', { params: { id: record } });
    const purged = await sheet(as.author);
    expect(purged.history.map(({ kind }) => kind).toSorted()).toEqual(
      ['back', 'gone', 'gone', 'link', 'open', 'open', 'submitted', 'submitted'].toSorted(),
    );
    expect(purged.history.every((each) => each.record === null)).toBe(true);
    expect(purged.evidence).toMatchObject({ linked: 0, hidden: 0, gone: 0 });
    expect(JSON.stringify(purged)).not.toContain(title);
    expect((await sheet(as.reader)).history).toEqual([]);
  });

  it('leaves it with readers too, where the document was published', async () => {
    const { as, record, history, root } = await setUp();
    await lead(as, record, STATE.approved, STATE.published);
    await as.publisher.call('recordDelete', { params: { id: record } });
    const kinds = ['done', 'gone', 'link', 'open', 'submitted'];
    expect((await history(as.reader)).map(([kind]) => kind).toSorted()).toEqual(kinds);
    await root.ok('binPurge', { params: { id: record } });
    expect((await history(as.reader)).map(([kind]) => kind).toSorted()).toEqual(kinds);
  });
});
