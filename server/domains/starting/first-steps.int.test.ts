import { beforeEach, describe, expect, it } from 'vitest';
import type { FirstStep } from '#shared/starting/first-steps.ts';
import { trailOf } from '../../testing/audit.ts';
import type { TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('first steps on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let admin: TestClient;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    admin = await signIn((await make.person(organization, { isAdmin: true })).email);
  });
  const done = async (): Promise<FirstStep[]> =>
    (await admin.ok('firstSteps')).steps.flatMap((step) => (step.done ? step.key : []));

  it('are all open at first, and mail is for whoever runs the server', async () => {
    const { dismissed, steps } = await admin.ok('firstSteps');
    expect(dismissed).toBe(false);
    expect(steps.filter((step) => step.done)).toEqual([]);
    expect(steps.filter(({ possible }) => !possible).map(({ key }) => key)).toEqual(['mail']);
  });

  it('are ticked by what there is, and open again when it goes', async () => {
    const { make } = server();
    const person = await make.person(organization);
    expect(await done()).toEqual(['people']);
    await admin.ok('userDisable', { params: { id: person.id } });
    expect(await done()).toEqual([]);

    const type = await admin.ok('typeCreate', { body: { name: 'Acta', code: 'ACTA' } });
    expect(await done()).toEqual(['types']);
    const label = await admin.ok('labelCreate', { body: { name: 'Obra' } });
    expect(await done()).toEqual(['types', 'labels']);
    await admin.ok('labelDelete', { params: { id: label._id }, query: {} });
    expect(await done()).toEqual(['types']);

    const library = await admin.ok('groupCreate', { body: { name: 'Obras' } });
    expect(await done()).toEqual(['types', 'libraries']);
    const rule = await admin.ok('ruleCreate', {
      body: {
        ...{ folder: library._id, name: 'Un acta', appliesTo: 'folder' },
        ...{ match: { documentType: type._id }, validity: { basis: 'none' } },
      },
    });
    expect(await done()).toEqual(['types', 'libraries', 'rules']);
    await admin.ok('ruleDelete', { params: { id: rule._id } });
    await admin.ok('groupArchive', { params: { id: library._id } });
    await admin.ok('typeDelete', { params: { id: type._id } });
    expect(await done()).toEqual([]);
  });

  it('count a calendar with something in it, and a computer that still keeps folders', async () => {
    const calendar = await admin.ok('calendarCreate', { body: { name: 'Tributario' } });
    expect(await done()).toEqual([]);
    const obligation = await admin.ok('obligationCreate', {
      body: {
        ...{ calendar: calendar._id, title: 'Declarar', minCount: 0 },
        ...{ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=20', startsOn: '2040-01-01' },
      },
    });
    expect(await done()).toEqual(['calendar']);
    await admin.ok('obligationDelete', { params: { id: obligation._id } });
    const desktop = await admin.ok('clientCreate', { body: { name: 'Portátil', platform: 'linux' } });
    expect(await done()).toEqual(['desktop']);
    await admin.ok('clientDelete', { params: { id: desktop._id } });
    expect(await done()).toEqual([]);
  });

  it('know nothing of another organization', async () => {
    const { make } = server();
    const other = await make.organization();
    await make.library(other);
    await make.label(other);
    await make.documentType(other);
    await make.person(other);
    expect(await done()).toEqual([]);
  });

  it('are put away for all admins, and shown again', async () => {
    const { make, signIn } = server();
    const second = await signIn((await make.person(organization, { isAdmin: true })).email);
    await admin.ok('settingsBin', { body: { days: 60, rev: 0 } });
    await admin.ok('firstStepsUpdate', { body: { dismissed: true } });
    await admin.ok('firstStepsUpdate', { body: { dismissed: true } });
    expect((await second.ok('firstSteps')).dismissed).toBe(true);
    // The other settings stay as they are.
    expect((await admin.ok('settings')).bin.days).toBe(60);
    expect((await second.ok('firstStepsUpdate', { body: { dismissed: false } })).dismissed).toBe(false);
    const said = (await trailOf(server(), organization.id)).filter(
      ({ action }) => action === 'settings.firstSteps',
    );
    expect(said.map(({ after }) => after)).toEqual([{ dismissed: true }, { dismissed: false }]);
  });
});

describe('first steps where mail leaves', () => {
  const server = useTestServer({ engine: 'pglite', config: { smtpUrl: 'smtp://127.0.0.1:1' } });

  it('have the first one done', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const admin = await signIn((await make.person(organization, { isAdmin: true })).email);
    const { steps } = await admin.ok('firstSteps');
    expect(steps[0]).toEqual({ key: 'mail', done: true, possible: true });
  });
});
