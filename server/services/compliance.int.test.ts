import { describe, expect, it } from 'vitest';
import type { RuleInput } from '#shared/schemas/compliance.ts';
import { company, lead } from '../testing/company.ts';
import { addVersion, makeDocument } from '../testing/documents.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';
import { testEngines } from '../testing/test-database.ts';

const DAY = 86_400;

describe.each(testEngines)('compliance of folders on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const made = await company(server());
    const { organization, library } = made;
    const ana = await server().make.person(organization, {
      libraries: [[library, ['upload', 'review', 'publish']]],
    });
    const as = { ...made.as, ana: await server().signIn(ana.email) };
    const type = await server().make.documentType(organization);
    const folder = async (name: string, parent: string | null = null) =>
      (await as.ana.ok('folderCreate', { body: { group: library.id, name, parent } }))._id;
    const rule = (at: string, values: Partial<RuleInput> = {}) =>
      as.ana.ok('ruleCreate', {
        body: {
          folder: at,
          name: 'Póliza vigente',
          appliesTo: 'folder',
          match: { documentType: type },
          validity: { basis: 'expiresOn' },
          ...values,
        },
      });
    const document = (at: string, values: Parameters<typeof makeDocument>[3] = {}) =>
      makeDocument(server(), as.ana, library, { folder: at, documentType: type, state: 3, ...values });
    const group = (client: TestClient, asOf?: string) =>
      client.ok('complianceByGroup', { params: { group: library.id }, query: { asOf } });
    /** `fail`, `ok`, `ok soon` or `none`, as the tree shows it. */
    const shown = async (id: string, asOf?: string) => {
      const found = (await group(as.ana, asOf)).folders.find((each) => each._id === id);
      return found ? `${found.colour}${found.dueSoon ? ' soon' : ''}` : 'none';
    };
    const result = async (client: TestClient, id: string, asOf?: string) => {
      const found = await client.ok('complianceByFolder', { params: { id }, query: { asOf } });
      return found.results[0];
    };
    const today = (await group(as.ana)).asOf;
    const ahead = (days: number) =>
      new Date(Date.parse(today) + days * DAY * 1000).toISOString().slice(0, 10);
    return { ...made, as, ana, type, folder, rule, document, group, shown, result, today, ahead };
  }

  it('is grey without rules, red without its document, green with it', async () => {
    const { folder, rule, document, shown, result, as, ahead } = await setUp();
    const id = await folder('Seguros');
    expect(await shown(id)).toBe('none');
    const made = await rule(id);
    expect(await shown(id)).toBe('fail');
    expect((await result(as.ana, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    const { record } = await document(id, { expiresOn: ahead(200) });
    expect(await shown(id)).toBe('ok');
    expect(await result(as.ana, id)).toMatchObject({
      status: 'complies',
      failsOn: ahead(201),
      nextChangeOn: ahead(141),
      satisfiedBy: [{ record: { _id: record } }],
    });
    // Expiry is a day that comes, not a state that somebody writes.
    expect(await shown(id, ahead(140))).toBe('ok');
    expect(await shown(id, ahead(141))).toBe('ok soon');
    expect(await shown(id, ahead(201))).toBe('fail');
    const off = { ...made, match: { documentType: made.match.documentType?._id ?? null }, responsible: null };
    await as.ana.ok('ruleUpdate', {
      params: { id: made._id },
      body: { ...off, exemptions: [], active: false },
    });
    expect(await shown(id)).toBe('none');
    await as.ana.ok('ruleDelete', { params: { id: made._id } });
    expect((await as.ana.ok('rulesByFolder', { params: { id } })).rules).toEqual([]);
  });

  it('judges the snapshot: drafts, edits and discards on top of it turn nothing red', async () => {
    const { folder, rule, document, shown, as, ahead } = await setUp();
    const id = await folder('Seguros');
    await rule(id);
    const { record, version } = await document(id, { expiresOn: ahead(300) });
    const added = await addVersion(server(), as.ana, record, version._id);
    expect(await shown(id)).toBe('ok');
    const { rev } = await as.ana.ok('recordById', { params: { id: record } });
    await as.ana.ok('recordUpdate', { params: { id: record }, body: { rev, expiresOn: '2020-01-01' } });
    expect(await shown(id)).toBe('ok');
    await as.ana.ok('versionDiscard', { params: { id: added._id } });
    expect(await shown(id)).toBe('ok');
    const now = await as.ana.ok('recordById', { params: { id: record } });
    await as.ana.ok('reviewCreate', { body: { record, version: version._id, state: 4, rev: now.rev } });
    expect(await shown(id)).toBe('fail');
  });

  it('follows moves, the bin and what comes back from it', async () => {
    const { folder, rule, document, shown, as, library, ahead } = await setUp();
    const [here, there] = [await folder('Aquí'), await folder('Allá')];
    await rule(here);
    await rule(there);
    const { record } = await document(here, { expiresOn: ahead(300) });
    expect([await shown(here), await shown(there)]).toEqual(['ok', 'fail']);
    await as.ana.ok('batchMove', { body: { items: [{ record }], group: library.id, folder: there } });
    expect([await shown(here), await shown(there)]).toEqual(['fail', 'ok']);
    await as.ana.ok('recordDelete', { params: { id: record } });
    expect(await shown(there)).toBe('fail');
    await as.ana.ok('binRestore', { body: { record } });
    expect(await shown(there)).toBe('ok');
  });

  it('rolls red up, judges each sub-folder, and follows folders that move', async () => {
    const { folder, rule, document, shown, group, as, ahead } = await setUp();
    const top = await folder('Contratistas');
    await rule(top, { appliesTo: 'eachChild' });
    expect(await shown(top)).toBe('ok');
    const one = await folder('Uno', top);
    const two = await folder('Dos', top);
    expect([await shown(top), await shown(one), await shown(two)]).toEqual(['fail', 'fail', 'fail']);
    await document(one, { expiresOn: ahead(300) });
    await document(two, { expiresOn: ahead(10) });
    expect([await shown(top), await shown(one), await shown(two)]).toEqual(['ok soon', 'ok', 'ok soon']);
    const outside = await folder('Otros');
    const three = await folder('Tres', outside);
    expect(await shown(three)).toBe('none');
    await as.ana.ok('folderUpdate', { params: { id: three }, body: { parent: top } });
    expect([await shown(three), await shown(top), await shown(outside)]).toEqual(['fail', 'fail', 'none']);
    expect((await group(as.ana)).colour).toBe('fail');
    const found = await as.ana.ok('complianceByFolder', { params: { id: top }, query: {} });
    expect(found.below).toEqual([{ folder: { _id: three, name: 'Tres' }, path: 'Tres', blocking: 1 }]);
    expect((await as.ana.ok('dashboard')).red).toMatchObject({
      count: 1,
      items: [{ folder: { _id: three }, path: 'Contratistas / Tres', blocking: 1 }],
    });
    await as.ana.ok('folderDelete', { params: { id: three } });
    expect(await shown(top)).toBe('ok soon');
  });

  it('warns without a colour, and exempts for a time', async () => {
    const { folder, rule, shown, result, as, ahead } = await setUp();
    const id = await folder('Seguros');
    await rule(id, { severity: 'warning' });
    expect(await shown(id)).toBe('ok');
    expect((await result(as.ana, id))?.status).toBe('fails');
    const other = await folder('Otros');
    await rule(other, { exemptions: [{ folder: other, reason: 'Recién llegado', until: ahead(5) }] });
    expect(await shown(other)).toBe('ok');
    expect(await shown(other, ahead(6))).toBe('fail');
    expect(await result(as.ana, other)).toMatchObject({
      status: 'exempt',
      exemption: { reason: 'Recién llegado', until: ahead(5) },
      nextChangeOn: ahead(6),
    });
    const [kept] = (await as.ana.ok('rulesByFolder', { params: { id: other } })).rules;
    expect(kept?.exemptions[0]?.by?._id).toBeDefined();
  });

  it('tells nobody of documents that they do not see', async () => {
    const { folder, rule, document, result, as, ahead } = await setUp();
    const id = await folder('Seguros');
    await rule(id);
    await document(id, { state: 0, expiresOn: ahead(300) });
    expect((await result(as.publisher, id))?.reasons[0]).toMatchObject({ code: 'WRONG_STATE', state: 0 });
    expect((await result(as.reader, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    await document(id, { scope: 'confidential', expiresOn: ahead(-3) });
    expect((await result(as.publisher, id))?.reasons[0]).toMatchObject({ code: 'EXPIRED', until: ahead(-3) });
    expect((await result(as.reader, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    await document(id, { scope: 'restricted', expiresOn: ahead(100) });
    const [ours, theirs] = [await result(as.publisher, id), await result(as.reader, id)];
    expect(ours).toMatchObject({ status: 'complies', failsOn: ahead(101) });
    expect(theirs).toMatchObject({ status: 'complies', satisfiedBy: [], failsOn: null, nextChangeOn: null });
    expect((await result(as.publisher, id))?.satisfiedBy).toHaveLength(1);
  });

  it('says how things stood on a day that is over', async () => {
    const { folder, rule, document, as, library, organization, ahead, today } = await setUp();
    const id = await folder('Seguros');
    const other = await folder('Otra');
    const made = await rule(id);
    const { record } = await document(id, { state: 0, expiresOn: ahead(300) });
    const again = async () => {
      server().advance(DAY);
      const { email } = await server().make.person(organization, {
        isAdmin: true,
        libraries: [[library, ['upload', 'review', 'publish']]],
      });
      return server().signIn(email);
    };
    const later = await again();
    await lead(
      { ...as, author: later, publisher: later, reviewer: later, other: later, reader: later },
      record,
      5,
      1,
      3,
    );
    const nextDay = await again();
    await nextDay.ok('batchMove', { body: { items: [{ record }], group: library.id, folder: other } });
    await nextDay.ok('ruleDelete', { params: { id: made._id } });
    const last = await again();
    const at = async (asOf: string) => {
      const found = await last.ok('complianceByFolder', { params: { id }, query: { asOf } });
      expect(found.reconstructed).toBe(asOf < ahead(3));
      return `${found.colour} ${found.results[0]?.reasons[0]?.code ?? ''}`;
    };
    expect(await at(ahead(-1))).toBe('none ');
    expect(await at(today)).toBe('fail WRONG_STATE');
    expect(await at(ahead(1))).toBe('ok ');
    expect(await at(ahead(2))).toBe('none ');
    expect(await at(ahead(3))).toBe('none ');
    const group = await last.ok('complianceByGroup', {
      params: { group: library.id },
      query: { asOf: today },
    });
    expect(group).toMatchObject({
      colour: 'fail',
      folders: [{ _id: id, colour: 'fail' }],
      reconstructed: true,
    });
  });

  it('refuses what makes no sense, at its field, and an edit of what another one changed', async () => {
    const { folder, rule, as, type, people } = await setUp();
    const id = await folder('Seguros');
    const other = await folder('Otra');
    const stranger = await server().make.person(await server().make.organization());
    const refused = async (values: Partial<RuleInput>) => {
      const body = {
        folder: id,
        name: 'Una regla',
        appliesTo: 'folder',
        match: { documentType: type },
        validity: { basis: 'none' },
        ...values,
      } as const;
      const answer = await as.publisher.call('ruleCreate', { body });
      return `${answer.status} ${Object.keys((answer.body.error?.details ?? {}) as object).join()}`;
    };
    expect(await refused({ match: {} })).toBe('400 match');
    expect(await refused({ validity: { basis: 'period' } })).toBe('400 periodicity');
    expect(await refused({ validity: { basis: 'issuedOn' } })).toBe('400 validity.months');
    expect(await refused({ acceptedStates: [] })).toBe('400 acceptedStates');
    expect(await refused({ minCount: 0 })).toBe('400 minCount');
    expect(await refused({ match: { documentType: id } })).toBe('400 match.documentType');
    expect(await refused({ responsible: stranger.id })).toBe('400 responsible');
    expect(await refused({ match: { labelsAll: [id] } })).toBe('422 labels');
    expect(await refused({ exemptions: [{ folder: other, reason: 'Otra' }] })).toBe(
      '400 exemptions.0.folder',
    );
    expect(await refused({ name: 'x\u202ey' })).toBe('400 name');
    const made = await rule(id, { responsible: people.author.id });
    const { _id, folder: _, updatedAt, ...rest } = made;
    const body = {
      ...rest,
      match: { documentType: type },
      responsible: people.author.id,
      exemptions: [],
      name: 'Otro nombre',
    };
    const first = await as.publisher.ok('ruleUpdate', { params: { id: _id }, body });
    expect(first).toMatchObject({ name: 'Otro nombre', version: 2, responsible: { _id: people.author.id } });
    const lost = await as.publisher.call('ruleUpdate', {
      params: { id: _id },
      body: { ...body, name: 'Tercero' },
    });
    expect(lost.status).toBe(409);
    expect(lost.body.error?.details).toMatchObject({ current: { name: 'Otro nombre', version: 2 } });
    expect((await as.author.call('ruleUpdate', { params: { id: _id }, body })).status).toBe(403);
  });

  it('is brought on by the daily job, which tells the screens', async () => {
    const { folder, rule, document, ahead, library } = await setUp();
    const id = await folder('Seguros');
    await rule(id);
    await document(id, { expiresOn: ahead(2) });
    const { compliance, deps } = server().running.services;
    await compliance.refresh(deps.now());
    const spans = () =>
      server()
        .database.db.selectFrom('compliance_spans')
        .select(['from_on', 'blocking'])
        .where('folder_id', '=', id)
        .orderBy('from_on')
        .execute();
    expect(await spans()).toEqual([
      { from_on: ahead(0), blocking: 0 },
      { from_on: ahead(3), blocking: 1 },
    ]);
    server().advance(3 * DAY);
    expect(await compliance.refresh(deps.now())).toBeGreaterThan(0);
    expect(await spans()).toEqual([{ from_on: ahead(3), blocking: 1 }]);
    expect(await compliance.refresh(deps.now())).toBe(0);
    const told = await server()
      .database.db.selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'folder.changed')
      .execute();
    expect(told.map((row) => row.payload)).toContainEqual(
      expect.objectContaining({ folder: id, group: library.id }),
    );
  });
});
