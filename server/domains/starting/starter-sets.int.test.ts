import { beforeEach, describe, expect, it } from 'vitest';
import { ITEM_KINDS, SET_KEYS, type SetKey } from '#shared/starting/starter-set.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const NOBODY = '01a2b3c4-0000-7000-8000-000000000000';

describe.each(testEngines)('starter sets on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;
  let me: string;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    const person = await make.person(organization, { isAdmin: true });
    me = person.id;
    admin = await signIn(person.email);
  });

  const preview = (key: SetKey) => admin.ok('starterSet', { params: { key } });
  const keysOf = async (key: SetKey) => (await preview(key)).items.map((item) => item.key);
  const apply = async (key: SetKey, body: Record<string, unknown>, client = admin) =>
    client.call('starterSetApply', { params: { key }, body: { startsOn: '2040-01-01', ...body } as never });
  const everything = async (key: SetKey) => {
    const answer = await apply(key, { items: await keysOf(key), responsible: me });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const rulesOf = async () =>
    server()
      .database.db.selectFrom('compliance_rules')
      .selectAll()
      .where('organization', '=', organization.id)
      .execute();

  it('are there for each kind of company', async () => {
    expect((await admin.ok('starterSets')).map(({ key }) => key)).toEqual([...SET_KEYS]);
  });

  it.each(SET_KEYS)('%s makes all that it shows, and then has nothing left to make', async (key) => {
    const before = await preview(key);
    expect(new Set(before.items.map(({ state }) => state))).toEqual(new Set(['new']));
    const { made } = await everything(key);
    for (const kind of ITEM_KINDS) {
      expect(made[kind], kind).toBe(before.items.filter((item) => item.kind === kind).length);
    }
    expect(new Set((await preview(key)).items.map(({ state }) => state))).toEqual(new Set(['exists']));
    const again = await everything(key);
    expect(new Set(Object.values(again.made))).toEqual(new Set([0]));
    const { steps } = await admin.ok('firstSteps');
    expect(steps.filter(({ done }) => !done).map((step) => step.key)).toEqual(['mail', 'people', 'desktop']);
  });

  it('gives what it makes its meaning, and asks for nothing before its day', async () => {
    const { libraries, calendars } = await everything('construction');
    const types = await admin.ok('typesManaged');
    expect(types.find(({ code }) => code === 'FACT')).toMatchObject({
      ...{ retention: 'period', retentionMonths: 72 },
      retentionBasis: 'Código Tributario, artículos 17 y 200',
    });
    const works = libraries.find(({ name }) => name === 'Prevención y obras')?._id ?? '';
    const library = await admin.ok('groupGet', { params: { id: works } });
    expect(library.members).toMatchObject([{ user: { _id: me }, roles: ['upload', 'review', 'publish'] }]);
    expect(library.defaultLabels.map(({ name }) => name)).toEqual(['Prevención']);
    const standing = await admin.ok('complianceByGroup', { params: { group: works }, query: {} });
    expect(standing.colour).not.toBe('fail');
    const rules = await rulesOf();
    expect(new Set(rules.map(({ starts_on }) => starts_on))).toEqual(new Set(['2040-01-01']));

    const duties = calendars.find(({ name }) => name === 'Obligaciones de las obras')?._id ?? '';
    const calendar = await admin.ok('calendarGet', { params: { id: duties } });
    expect(calendar.groups.map(({ name }) => name).sort()).toEqual(['Calidad', 'Prevención y obras']);
    const certificate = calendar.obligations.find(({ title }) => title.startsWith('Certificado F30-1'));
    expect(certificate).toMatchObject({
      ...{ startsOn: '2040-01-01', responsible: { _id: me }, legalBasis: 'Código del Trabajo, art. 183-C' },
      ...{ folder: { name: 'Contratistas' }, documentType: { name: 'Certificado F30-1' } },
    });
    const { counts } = await admin.ok('tasks', { query: {} });
    expect(counts?.all).toBe(0);
  });

  it('makes what was chosen with what it needs, and leaves what is there as it is', async () => {
    const type = await admin.ok('typeCreate', { body: { name: 'CERTIFICADO F30-1', code: 'mio' } });
    const items = ['rule:Prevención y obras / Contratistas / ACR-02'];
    const { made, libraries } = (await apply('construction', { items })).body;
    expect(made).toMatchObject({ type: 0, label: 0, library: 1, folder: 1, rule: 1, obligation: 0 });
    expect((await rulesOf()).map((row) => row.document_type)).toEqual([type._id]);
    const [folder] = await admin.ok('foldersByGroup', { params: { group: libraries[0]?._id ?? '' } });
    // Its labels were not chosen.
    expect([folder?.name, folder?.defaultLabels]).toEqual(['Contratistas', []]);
    const state = new Map((await preview('construction')).items.map((item) => [item.key, item.state]));
    expect([state.get('type:F30-1'), state.get('type:PLANO')]).toEqual(['exists', 'new']);
  });

  it('keeps what shows obligations in another library, with other people for some', async () => {
    const { make } = server();
    const other = await make.person(organization);
    const library = await admin.ok('groupCreate', { body: { name: 'Archivo' } });
    const items = (await preview('services')).items.filter(({ kind }) => kind === 'obligation');
    const [first, second] = items;
    const answer = await apply('services', {
      ...{ items: [first?.key, second?.key], library: library._id, responsible: me },
      others: [{ item: second?.key, responsible: other.id }],
    });
    expect(answer.body.made).toMatchObject({ library: 0, folder: 0, calendar: 1, obligation: 2 });
    const id = answer.body.calendars[0]?._id ?? '';
    const { obligations, groups } = await admin.ok('calendarGet', { params: { id } });
    expect(groups.map(({ _id }) => _id)).toEqual([library._id]);
    expect(new Map(obligations.map((each) => [each.title, each.responsible?._id]))).toEqual(
      new Map([
        [first?.name, me],
        [second?.name, other.id],
      ]),
    );
    expect(obligations.map(({ folder }) => folder)).toEqual([null, null]);
  });

  it('refuses all of it where a part cannot be made, and says which', async () => {
    const refused = async (body: Record<string, unknown>) => {
      const { status, body: answer } = await apply('services', body);
      return [status, answer.error?.code, Object.keys((answer.error?.details ?? {}) as object)];
    };
    expect(await refused({ items: ['type:PROP', 'type:NADA'] })).toEqual([400, 'invalid', ['items.1']]);
    expect(await refused({ items: ['type:PROP'], library: NOBODY })).toEqual([400, 'invalid', ['library']]);
    const obligation = (await preview('services')).items.find(({ kind }) => kind === 'obligation')?.key;
    expect(await refused({ items: ['type:PROP', obligation], responsible: NOBODY })).toEqual([
      ...[400, 'invalid', ['responsible']],
    ]);
    // A library of that name of which they are no member.
    await admin.ok('groupCreate', { body: { name: 'clientes' } });
    const folder = 'folder:Clientes / Propuestas';
    const shown = (await preview('services')).items;
    expect(shown.find(({ key }) => key === 'library:Clientes')?.state).toBe('exists');
    expect(shown.find(({ key }) => key === folder)?.state).toBe('closed');
    expect(await refused({ items: ['type:PROP', folder] })).toEqual([400, 'invalid', ['items']]);
    expect(await admin.ok('documentTypes')).toEqual([]);
  });

  it('names the folder whose name a document has, and makes nothing', async () => {
    const body = { name: 'Clientes', members: [{ user: me, roles: ['upload' as const] }] };
    const library = await admin.ok('groupCreate', { body });
    await makeDocument(
      server(),
      admin,
      { id: library._id, name: library.name, organization: organization.id },
      { file: { name: 'Propuestas', type: 'text/plain' } },
    );
    const answer = await apply('services', { items: ['folder:Clientes / Propuestas', 'type:PROP'] });
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'name_taken']);
    expect(answer.body.error?.message).toContain('«Propuestas»');
    expect(await admin.ok('documentTypes')).toEqual([]);
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('makes nothing twice where two admins choose the same at once', async () => {
    const { make, signIn } = server();
    const second = await signIn((await make.person(organization, { isAdmin: true })).email);
    const items = await keysOf('clinic');
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => apply('clinic', { items }),
      () => apply('clinic', { items }, second),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [one, two] = answers.map(({ body }) => body.made);
    expect([one?.type, one?.folder]).not.toContain(0);
    // The folders of a library that somebody else has made meanwhile are all there too.
    expect(new Set(Object.values(two ?? {}))).toEqual(new Set([0]));
    const names = (await admin.ok('documentTypes')).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('makes one of two sets at once after the other, and shares what both have', async () => {
    const { make, signIn } = server();
    const second = await signIn((await make.person(organization, { isAdmin: true })).email);
    const [here, there] = [await keysOf('construction'), await keysOf('services')];
    const onlyTypes = (keys: string[]) => keys.filter((key) => /^(type|label|calendar):/.test(key));
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => apply('construction', { items: onlyTypes(here) }),
      () => apply('services', { items: onlyTypes(there) }, second),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const codes = (await admin.ok('documentTypes')).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(expect.arrayContaining(['PLANO', 'PROP', 'CONT']));
  });
});
