import { beforeEach, describe, expect, it } from 'vitest';
import type { TestOrganization } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

/** What an obligation points at is used: it follows a merge, and does not go from under it. */
describe.each(testEngines)('what obligations use, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;
  let calendar: string;
  let obligation: { _id: string; version: number };
  let labels: string[];
  let type: string;
  let responsible: string;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { isAdmin: true, libraries: [[library, ['upload']]] });
    admin = await signIn(person.email);
    labels = [];
    for (const name of ['Laboral', 'Previsional', 'Tesorería'])
      labels.push((await admin.ok('labelCreate', { body: { name, parent: null, groups: [] } }))._id);
    type = (
      await admin.ok('typeCreate', {
        body: {
          name: 'Certificado',
          code: 'CERT',
          scope: 'internal',
          reviewMonths: null,
        },
      })
    )._id;
    responsible = (await make.person(organization)).id;
    calendar = (await admin.ok('calendarCreate', { body: { name: 'Laboral' } }))._id;
    obligation = await admin.ok('obligationCreate', {
      body: {
        calendar,
        title: 'Certificado F30-1',
        authority: 'Dirección del Trabajo',
        legalBasis: '',
        labels: labels.slice(0, 2),
        documentType: type,
        responsible,
        recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10',
        startsOn: '2026-01-10',
      },
    });
  });

  const read = async () => {
    const { obligations } = await admin.ok('calendarGet', { params: { id: calendar } });
    const found = obligations.find(({ _id }) => _id === obligation._id);
    return { ...found, labels: found?.labels.map(({ _id }) => _id) };
  };

  it('asks for the label that stays when two become one, once', async () => {
    const [first = '', second = '', third = ''] = labels;
    expect((await admin.ok('labelById', { params: { id: first } })).use.obligations).toBe(1);
    await admin.ok('labelMerge', { params: { id: first }, body: { into: third } });
    expect(await read()).toMatchObject({ labels: [third, second], version: obligation.version + 1 });
    await admin.ok('labelMerge', { params: { id: second }, body: { into: third } });
    expect((await read()).labels).toEqual([third]);
    const answer = await admin.call('labelDelete', { params: { id: third }, query: {} });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { code: 'referenced', details: { by: ['1 obligación'] } } });
  });

  it('keeps its document type and who answers for it', async () => {
    const gone = await admin.call('typeDelete', { params: { id: type } });
    expect(gone.body).toMatchObject({ error: { code: 'referenced', details: { by: ['una obligación'] } } });
    const left = await admin.call('userDelete', { params: { id: responsible } });
    expect(left.body).toMatchObject({ error: { code: 'referenced' } });
    expect(JSON.stringify(left.body)).toContain('obligaciones a su cargo');
    expect(await read()).toMatchObject({ documentType: { _id: type }, responsible: { _id: responsible } });
  });
});
