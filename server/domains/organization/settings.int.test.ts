import { beforeEach, describe, expect, it } from 'vitest';
import { FILE_KINDS } from '#shared/platform/files/file-kinds.ts';
import { makeDocument, startRecord } from '../../testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary, type TestOrganization } from '../../testing/factories.ts';
import { pngFile } from '../../testing/files/files.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf } from '../../testing/mail.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('what an organization chooses on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let admin: TestClient;
  let email: string;
  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    ({ email } = await make.person(organization, { isAdmin: true, libraries: everything }));
    admin = await signIn(email);
  });

  const limits = (body: object) =>
    admin.call('settingsLimits', {
      body: { uploadLimit: 1024 ** 3, fileKinds: [...FILE_KINDS], rev: 0, ...body },
    });
  const fields = (answer: { body: { error?: { details?: unknown } } }) =>
    Object.keys((answer.body.error?.details ?? {}) as object);

  it('is what uploads are judged by: how large, and of which kind', async () => {
    expect(said(await limits({ uploadLimit: 1024 ** 2, fileKinds: ['pdf', 'image'] }))).toBe('200');
    expect(await admin.ok('settingsInForce')).toMatchObject({
      uploadLimit: 1024 ** 2,
      fileKinds: ['pdf', 'image'],
    });
    const body = {
      ...{ title: 'Un documento', group: library.id, state: 0 as const, date: '2026-03-07' },
      labels: [await server().make.label(organization)],
    };
    const wizard = (file: { name: string; type: string; size?: number }) =>
      admin.call('recordCreate', { body: { ...body, file } });
    expect(said(await wizard({ name: 'nota.txt', type: 'text/plain' }))).toBe('415 file_kind');
    expect(said(await wizard({ name: 'plano.pdf', type: 'application/pdf', size: 2 * 1024 ** 2 }))).toBe(
      '413 too_large',
    );
    expect(said(await wizard({ name: 'plano.pdf', type: 'application/pdf', size: 100 }))).toBe('201');
    // The library manager's and the desktops' call, and a new version.
    const entry = {
      ...{ year: 2026, month: 3, day: 7, name: 'nota.txt', group: library.id },
      labels: body.labels,
    };
    expect(
      said(await admin.call('entryCreate', { body: { ...entry, file: { name: 'x', type: 'text/plain' } } })),
    ).toBe('415 file_kind');
    const { record, version } = await makeDocument(server(), admin, library);
    const next = { record, base: version._id, file: { name: 'nota.txt', type: 'text/plain' } };
    expect(said(await admin.call('versionCreate', { body: next }))).toBe('415 file_kind');
  });

  it.each([
    [{ fileKinds: [] }, ['fileKinds']],
    [{ fileKinds: ['pdf', 'pdf'] }, ['fileKinds']],
    [{ uploadLimit: -1 }, ['uploadLimit']],
    [{ uploadLimit: 1e15 }, ['uploadLimit']],
    [{ uploadLimit: 3 * 1024 ** 3, fileKinds: ['nada'] }, ['uploadLimit', 'fileKinds.0']],
  ])('refuses %j at its fields, and keeps what there was', async (body, at) => {
    const before = await admin.ok('settings');
    const answer = await limits(body);
    expect(said(answer)).toBe('400 invalid');
    expect(fields(answer)).toEqual(at);
    expect(await admin.ok('settings')).toEqual(before);
  });

  it('has a lock for each section', async () => {
    expect(said(await limits({ fileKinds: ['pdf'] }))).toBe('200');
    const stale = await limits({ fileKinds: ['image'] });
    expect(said(stale)).toBe('409 rev_changed');
    expect(stale.body.error?.details).toMatchObject({ current: { limits: { fileKinds: ['pdf'], rev: 1 } } });
    expect(said(await admin.call('settingsReminders', { body: { leadDays: [7, 60], rev: 0 } }))).toBe('200');
    expect((await admin.ok('settings')).reminders).toEqual({ leadDays: [60, 7], rev: 1 });
  });

  it('is what every password is judged by', async () => {
    expect(said(await admin.call('settingsPasswords', { body: { min: 9, rev: 0 } }))).toBe('400 invalid');
    expect(said(await admin.call('settingsPasswords', { body: { min: 16, rev: 0 } }))).toBe('200');
    const change = (password: string) =>
      admin.call('changePassword', { body: { current: TEST_PASSWORD, password } });
    const answer = await change('quince letras 1');
    expect(said(answer)).toBe('422 password_policy');
    expect(answer.body.error?.message).toContain('16');
    expect(said(await change('dieciseis letras'))).toBe('200');
  });

  it('has holidays of its own, and works on some of Chile’s', async () => {
    const holidays = (body: object) =>
      admin.call('settingsHolidays', { body: { added: [], removed: [], rev: 0, ...body } });
    const twice = [1, 2].map(() => ({ day: '2026-03-02', name: 'Aniversario' }));
    expect(fields(await holidays({ added: twice }))).toEqual(['added']);
    expect(fields(await holidays({ removed: ['2026-03-02'] }))).toEqual(['removed.0']);
    expect(said(await holidays({ added: twice.slice(1), removed: ['2026-12-08'] }))).toBe('200');
    expect((await admin.ok('settings')).holidays).toMatchObject({ rev: 1, removed: ['2026-12-08'] });
  });

  it('has document types whose names and codes stand once, and that go only unused', async () => {
    const create = (body: object) =>
      admin.call('typeCreate', { body: { name: 'Acta', code: 'ACT', ...body } });
    const { body: type } = await create({
      scope: 'restricted',
      retention: 'period',
      retentionMonths: 60,
      reviewMonths: 12,
    });
    const taken = await create({ name: 'ACTA', code: 'act' });
    expect([said(taken), fields(taken)]).toEqual(['409 type_taken', ['name', 'code']]);
    for (const [body, at] of [
      [{ code: 'OTRA', name: 'Otra', retention: 'period', retentionMonths: -1 }, 'retentionMonths'],
      [{ code: 'OTRA', name: 'Otra', retention: 'period' }, 'retentionMonths'],
      [{ code: 'OTRA', name: 'Otra', retentionBasis: 'x'.repeat(201) }, 'retentionBasis'],
      [{ code: '', name: 'Otra' }, 'code'],
      [{ code: 'OTRA', name: 'Otra', reviewMonths: 100_000 }, 'reviewMonths'],
    ] as const)
      expect(fields(await create(body))).toEqual([at]);
    const [listed] = await admin.ok('documentTypes');
    expect(listed).toMatchObject({ name: 'Acta', scope: 'restricted' });
    const { record } = await startRecord(server(), admin, library, { documentType: type._id });
    // A document of this type is to be looked at again, where its creator said nothing of it.
    expect((await admin.ok('recordById', { params: { id: record._id } })).nextReviewOn).toMatch(/^\d{4}-/);
    const refused = await admin.call('typeDelete', { params: { id: type._id } });
    expect(said(refused)).toBe('422 referenced');
    expect(refused.body.error?.message).toContain('un documento');
    const { body: unused } = await create({ name: 'Otra', code: 'OTRA' });
    expect(said(await admin.call('typeDelete', { params: { id: unused._id } }))).toBe('200');
  });

  it('has a profile with a RUT that is right, and a picture that is one', async () => {
    const { _id, logo, ...profile } = await admin.ok('organizationProfile');
    const update = (body: object) => admin.call('organizationUpdate', { body: { ...profile, ...body } });
    expect(fields(await update({ taxId: '76.412.905-1' }))).toEqual(['taxId']);
    expect(fields(await update({ timezone: 'Marte/Olimpo' }))).toEqual(['timezone']);
    expect(fields(await update({ phone: 'no tengo' }))).toEqual(['phone']);
    const { body: after } = await update({ taxId: '76.412.905-9', name: 'Andes SpA' });
    expect(after).toMatchObject({ taxId: '76412905-9', name: 'Andes SpA', rev: profile.rev + 1 });
    expect(said(await update({ name: 'Otra' }))).toBe('409 rev_changed');

    const set = (bytes: Buffer) =>
      admin.call('organizationLogoUpdate', { body: { data: bytes.toString('base64'), rev: after.rev } });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const bytes of [
      svg,
      Buffer.from('GIF89a'),
      pngFile(3000, 20),
      pngFile(4, 4),
      Buffer.alloc(530 * 1024),
    ])
      expect(fields(await set(bytes))).toEqual(['data']);
    const png = pngFile(64, 32);
    const { body: pictured } = await set(png);
    expect((await admin.ok('session')).organization.logo).toBe(pictured.logo);
    const answer = await admin.fetch('/organizations/logo', {});
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    const gone = await admin.ok('organizationLogoDelete', { query: { rev: String(pictured.rev) } });
    expect(gone.logo).toBe(null);
    expect((await admin.fetch('/organizations/logo', {})).status).toBe(404);
  });

  it('tells what lies on the server, and whether mails go out', async () => {
    const bytes = Buffer.from('lo mismo dos veces');
    const first = await makeDocument(server(), admin, library, { bytes });
    await makeDocument(server(), admin, library, { bytes });
    await admin.ok('recordDelete', { params: { id: first.record } });
    const file = (size: number) => ({ file: { name: 'obra.pdf', type: 'application/pdf', size } });
    const person = await server().make.person(organization, { libraries: [[library, ['upload']]] });
    const member = await server().signIn(person.email);
    await startRecord(server(), admin, library, file(700));
    await startRecord(server(), member, library, file(500));
    await startRecord(server(), member, library, file(400));
    const { storage, versions } = await admin.ok('system');
    expect(storage).toEqual({
      documents: 1,
      versions: 2,
      bytes: 2 * bytes.length,
      sharedBytes: bytes.length,
      damaged: 0,
      bin: { documents: 1, bytes: bytes.length },
      uploading: { files: 3, bytes: 1600, most: { name: expect.stringMatching(/^\S+ \S/), bytes: 900 } },
    });
    expect(versions.schema).toMatch(/^00\d\d-/);
    const test = await admin.ok('mailTest');
    expect(test).toEqual({ to: email, by: 'files', sent: true, reason: null });
    expect((await mailsOf(server(), email)).map(({ raw }) => raw).join()).toContain(
      'Prueba de correo de Legajo',
    );
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('two saves of one section: the second is told what is there', async () => {
    const save = (days: number[]) => () =>
      admin.call('settingsReminders', { body: { leadDays: days, rev: 0 } });
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      save([5]),
      save([6]),
    ]);
    expect(answers.map(said)).toEqual(['200', '409 rev_changed']);
    expect((await admin.ok('settings')).reminders.leadDays).toEqual([5]);
  });

  it('a type that goes while a document is given it: one of the two', async () => {
    const type = await server().make.documentType(organization);
    const other = await server().signIn(email);
    const answers = await oneAfterTheOther(server(), { library: library.id }, [
      () => admin.call('typeDelete', { params: { id: type } }) as Promise<unknown>,
      () => startRecord(server(), other, library, { documentType: type }).catch(String) as Promise<unknown>,
    ]);
    expect(said(answers[0] as never)).toBe('200');
    expect(String(answers[1])).toContain('invalid');
  });
});
