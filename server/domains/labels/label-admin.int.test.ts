import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { behindLock, oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('an organization’s labels on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let admin: TestClient;
  let other: TestClient;
  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    const member = () => make.person(organization, { isAdmin: true, libraries: everything });
    admin = await signIn((await member()).email);
    other = await signIn((await member()).email);
  });

  const label = (name: string, parent: string | null = null, groups: string[] = []) =>
    admin.ok('labelCreate', { body: { name, parent, groups } });
  const merge = (id: string, into: string, client = admin) =>
    client.call('labelMerge', { params: { id }, body: { into } });
  const update = (id: string, body: object, client = admin) =>
    client.call('labelUpdate', { params: { id }, body: { rev: 0, ...body } });
  const remove = (id: string, replacement?: string) =>
    admin.call('labelDelete', { params: { id }, query: replacement ? { replacement } : {} });
  const found = async (text: string) =>
    (await admin.ok('recordSearch', { query: { text } })).items.map(({ _id }) => _id);
  const labelsOf = async (id: string) =>
    (await admin.ok('recordById', { params: { id } })).labels.map(({ name }) => name);
  const tree = async () =>
    Object.fromEntries(
      (await admin.ok('labelsManaged'))
        // The factory makes one for each document.
        .filter(({ name }) => !name.startsWith('Etiqueta'))
        .map(({ name, parent }) => [name, parent?.name ?? null]),
    );

  it('are renamed in what documents are found by', async () => {
    const { _id } = await label('Grúas');
    const { record } = await makeDocument(server(), admin, library, { labels: [_id] });
    expect(await found('grúas')).toEqual([record]);
    expect(said(await update(_id, { name: 'Izaje' }))).toBe('200');
    expect(await found('izaje')).toEqual([record]);
    expect(await found('grúas')).toEqual([]);
    expect(await labelsOf(record)).toEqual(['Izaje']);
  });

  it('move in the tree, but never below themselves', async () => {
    const [a, b] = [await label('A'), await label('B')];
    expect(said(await update(b._id, { parent: a._id }))).toBe('200');
    const answer = await update(a._id, { parent: b._id });
    expect(said(answer)).toBe('422 label_cycle');
    expect(answer.body.error?.details).toHaveProperty('parent');
    expect(said(await update(a._id, { parent: a._id }))).toBe('422 label_cycle');
    expect(await tree()).toEqual({ A: null, B: 'A' });
  });

  it('say what is there to whoever edited an older one', async () => {
    const { _id } = await label('A');
    expect(said(await update(_id, { icon: 'star' }))).toBe('200');
    const answer = await update(_id, { name: 'B' });
    expect(said(answer)).toBe('409 rev_changed');
    expect(answer.body.error?.details).toMatchObject({ current: { name: 'A', icon: 'star', rev: 1 } });
  });

  it('withdrawn from a library stay where they are, and nothing starts with them there any more', async () => {
    const elsewhere = await server().make.library(organization);
    const { _id } = await label('A');
    const { record } = await makeDocument(server(), admin, library, { labels: [_id] });
    const folder = await admin.ok('folderCreate', {
      body: { group: library.id, name: 'Carpeta', defaultLabels: [_id] },
    });
    const { use } = await admin.ok('labelById', { params: { id: _id } });
    expect(use.libraries).toMatchObject([{ _id: library.id, records: 1 }]);
    expect(said(await update(_id, { groups: [elsewhere.id] }))).toBe('200');
    expect(await labelsOf(record)).toEqual(['A']);
    const folders = await admin.ok('foldersByGroup', { params: { group: library.id } });
    expect(folders.find((each) => each._id === folder._id)?.defaultLabels).toEqual([]);
  });

  it('become one everywhere: documents, their published face, defaults, rules, kept searches', async () => {
    const [from, into, child] = [
      await label('Contrato', null, [library.id]),
      await label('Convenio'),
      await label('Anexo'),
    ];
    await update(child._id, { parent: from._id });
    const both = await makeDocument(server(), admin, library, { labels: [into._id, from._id] });
    const { record } = await makeDocument(server(), admin, library, {
      labels: [from._id],
      state: STATE.published,
    });
    const folder = await admin.ok('folderCreate', {
      body: { group: library.id, name: 'Contratos', defaultLabels: [from._id] },
    });
    const there = await makeDocument(server(), admin, library, {
      labels: [from._id],
      folder: folder._id,
      state: STATE.published,
    });
    const rule = await admin.ok('ruleCreate', {
      body: {
        folder: folder._id,
        name: 'Contrato vigente',
        appliesTo: 'folder',
        match: { documentType: null, labelsAll: [from._id], labelsAny: [], titlePattern: '' },
        responsible: null,
        validity: { basis: 'none' },
      },
    });
    const search = await admin.ok('savedSearchCreate', {
      body: { name: 'Contratos', query: `label=${from._id}%2C${into._id}&state=3` },
    });
    const before = await admin.ok('recordById', { params: { id: record } });

    const preview = await admin.ok('labelMergePreview', {
      params: { id: from._id },
      query: { into: into._id },
    });
    expect(preview).toMatchObject({
      use: { records: 3, published: 2, rules: 1, searches: 1, defaults: [{ name: 'Contratos' }] },
      both: 1,
      widened: false,
      groups: [],
      children: [{ name: 'Anexo' }],
    });

    expect(said(await merge(from._id, into._id))).toBe('200');
    expect(await tree()).toEqual({ Convenio: null, Anexo: 'Convenio' });
    expect(await labelsOf(record)).toEqual(['Convenio']);
    expect(await labelsOf(both.record)).toEqual(['Convenio']);
    const after = await admin.ok('recordById', { params: { id: record } });
    expect(after.rev).toBe(before.rev + 1);
    expect(after.publishedVersion).toEqual(before.publishedVersion);
    // Nothing says the old name any more: search, facets, what readers are served.
    expect(await found('contrato')).not.toContain(both.record);
    expect((await found('convenio')).sort()).toEqual([record, both.record, there.record].sort());
    const reader = await server().signIn(
      (await server().make.person(organization, { libraries: [[library, []]] })).email,
    );
    const served = await reader.ok('recordById', { params: { id: record } });
    expect(served.labels.map(({ name }) => name)).toEqual(['Convenio']);
    const { facets } = await admin.ok('recordSearch', { query: { group: library.id } });
    expect(facets?.label.map(({ name, count }) => [name, count])).toEqual([['Convenio', 3]]);
    const folders = await admin.ok('foldersByGroup', { params: { group: library.id } });
    expect(folders[0]?.defaultLabels).toEqual([into._id]);
    const { rules } = await admin.ok('rulesByFolder', { params: { id: folder._id } });
    expect(rules[0]).toMatchObject({
      _id: rule._id,
      version: 2,
      match: { labelsAll: [{ name: 'Convenio' }] },
    });
    const standing = await admin.ok('complianceByGroup', { params: { group: library.id }, query: {} });
    expect(standing.folders.find(({ _id }) => _id === folder._id)?.colour).toBe('ok');
    const searches = await admin.ok('savedSearches');
    expect(searches.find(({ _id }) => _id === search._id)?.query).toBe(`label=${into._id}&state=3`);
  });

  it('of which one lay below the other become one in its place', async () => {
    const [a, b, c] = [await label('A'), await label('B'), await label('C')];
    await update(b._id, { parent: a._id });
    await update(c._id, { parent: b._id });
    expect(said(await merge(a._id, c._id))).toBe('200');
    expect(await tree()).toEqual({ C: null, B: 'C' });
  });

  it('may be used afterwards wherever either could', async () => {
    const elsewhere = await server().make.library(organization);
    const [a, b] = [await label('A', null, [library.id]), await label('B', null, [elsewhere.id])];
    const preview = await admin.ok('labelMergePreview', { params: { id: a._id }, query: { into: b._id } });
    expect(preview.widened).toBe(true);
    const { body } = await merge(a._id, b._id);
    expect([...body.groups].sort()).toEqual([library.id, elsewhere.id].sort());
  });

  it('whose children have one name do not become one, and nothing is half done', async () => {
    const [a, b] = [await label('A'), await label('B')];
    await label('Anexo', a._id);
    await label('ANEXO', b._id);
    const { record } = await makeDocument(server(), admin, library, { labels: [a._id] });
    expect(said(await merge(a._id, b._id))).toBe('409 label_taken');
    expect(await labelsOf(record)).toEqual(['A']);
    expect(said(await merge(a._id, a._id))).toBe('400 invalid');
    expect(said(await merge(a._id, '01a2b3c4-0000-7000-8000-000000000000'))).toBe('400 invalid');
  });

  it('that are used go only with one in their place; what lies below moves up', async () => {
    const [a, b] = [await label('A'), await label('B')];
    const child = await label('Hija', a._id);
    const { record } = await makeDocument(server(), admin, library, { labels: [a._id] });
    const refused = await remove(a._id);
    expect(said(refused)).toBe('422 referenced');
    expect(refused.body.error?.message).toContain('1 documento');
    expect(said(await remove(a._id, b._id))).toBe('200');
    expect(await labelsOf(record)).toEqual(['B']);
    expect(await tree()).toEqual({ B: null, Hija: null });
    expect(said(await remove(child._id))).toBe('200');
    expect(said(await remove(child._id))).toBe('404 not_found');
    // History still says what they were called.
    const activity = JSON.stringify(await admin.ok('recordActivity', { params: { id: record }, query: {} }));
    expect(activity).toContain('"A"');
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('two merges that cross: the second finds the other one gone', async () => {
    const [a, b] = [await label('A'), await label('B')];
    const { record } = await makeDocument(server(), admin, library, { labels: [a._id] });
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => merge(a._id, b._id),
      () => merge(b._id, a._id, other),
    ]);
    expect(answers.map(said)).toEqual(['200', '400 invalid']);
    expect(await labelsOf(record)).toEqual(['B']);
  });

  it('two moves below each other: one of them', async () => {
    const [a, b] = [await label('A'), await label('B')];
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => update(a._id, { parent: b._id }),
      () => update(b._id, { parent: a._id }, other),
    ]);
    expect(answers.map(said)).toEqual(['200', '422 label_cycle']);
  });

  it.each([
    [false, ['200', '422 label_not_assignable'], ['B']],
    [true, ['200', '200'], ['B']],
  ])('a merge and an edit that gives the label (the edit first: %s)', async (editFirst, said_, labels) => {
    const [a, b, c] = [await label('A'), await label('B'), await label('C')];
    const { record } = await makeDocument(server(), admin, library, { labels: [c._id] });
    await merge(c._id, b._id);
    const { rev } = await admin.ok('recordById', { params: { id: record } });
    const edit = () => other.call('recordUpdate', { params: { id: record }, body: { rev, labels: [a._id] } });
    const calls = [() => merge(a._id, b._id), edit];
    if (editFirst) calls.reverse();
    const answers = await behindLock(server(), { library: library.id }, async (queue) => {
      const [first, second] = calls;
      const one = await queue.join(first as typeof edit);
      return [one, await queue.join(second as typeof edit)];
    });
    const told = await Promise.all(answers.map((answer) => answer()));
    expect(told.map((answer) => said(answer))).toEqual(said_);
    expect(await labelsOf(record)).toEqual(labels);
  });
});
