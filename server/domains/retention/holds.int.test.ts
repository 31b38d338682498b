import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#shared/platform/days.ts';
import { BIN_DAYS, TIME_ZONE } from '#shared/platform/limits.ts';
import { auditedActions } from '../../testing/audit.ts';
import { addVersion, makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';

const DAY = 86_400;

describe.each(testEngines)('legal holds on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let other: TestLibrary;
  let author: TestClient;
  let admin: TestClient;
  let emails: { author: string; admin: string };

  const signIn = async () => {
    author = await server().signIn(emails.author);
    admin = await server().signIn(emails.admin);
  };
  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    other = await make.library(organization);
    const roles = ['upload', 'review', 'publish'] as const;
    emails = {
      author: (
        await make.person(organization, {
          libraries: [
            [library, roles],
            [other, roles],
          ],
        })
      ).email,
      admin: (
        await make.person(organization, {
          isAdmin: true,
          libraries: [[await make.library(organization), []]],
        })
      ).email,
    };
    await signIn();
  });

  const document = (folder: string | null = null, more = {}) =>
    makeDocument(server(), author, library, { folder, ...more });
  const folder = async (name: string, parent: string | null = null) =>
    (await author.ok('folderCreate', { body: { group: library.id, name, parent } }))._id;
  const fields = { name: 'Juicio Pérez', reason: 'Lo pide el tribunal.' };
  const hold = (targets: { records?: string[]; folders?: string[]; groups?: string[] }, more = {}) =>
    admin.ok('holdCreate', { body: { ...fields, ...more, ...targets } });
  const remove = async (id: string) => said(await author.call('recordDelete', { params: { id } }));
  const purge = async (id: string) => said(await admin.call('binPurge', { params: { id } }));
  const release = (id: string) =>
    admin.ok('holdRelease', { params: { id }, body: { reason: 'El juicio terminó.' } });
  const move = (record: string, to: { group?: string; folder: string | null }) =>
    author.ok('batchMove', { body: { items: [{ record }], group: library.id, ...to } });
  const itemsOf = async (id: string) => (await admin.ok('holdItems', { params: { id } })).items;
  const actions = (target: string) => auditedActions(server(), target);

  it('keep a document from the bin and its versions as they are, not from being worked on', async () => {
    const { record, version } = await document(null, { state: 3 });
    const placed = await hold({ records: [record] });
    expect(placed).toMatchObject({ status: 'active', items: 1, documents: 1, reference: null, until: null });
    const refused = await author.call('recordDelete', { params: { id: record } });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'held']);
    expect(refused.body.error?.message).toBe(
      'Este documento está en retención legal. No se puede eliminar mientras dure.',
    );
    // By which hold is the administration's affair.
    expect(JSON.stringify(refused.body)).not.toContain('Juicio');
    const seen = await author.ok('recordById', { params: { id: record } });
    expect(seen).toMatchObject({
      held: true,
      holds: [],
      may: { remove: false, edit: true, addVersion: true },
    });
    expect(await admin.ok('recordById', { params: { id: record } })).toMatchObject({
      held: true,
      holds: [{ _id: placed._id, name: 'Juicio Pérez' }],
    });

    await author.ok('recordUpdate', {
      params: { id: record },
      body: { rev: seen.rev, title: 'Otro título' },
    });
    const next = await addVersion(server(), author, record, version._id);
    const discard = { params: { id: next._id } };
    expect(said(await author.call('versionDiscard', discard))).toBe('409 held');
    const released = await release(placed._id);
    expect(released).toMatchObject({ status: 'released', releaseReason: 'El juicio terminó.' });
    expect(said(await author.call('versionDiscard', discard))).toBe('200');
    expect(await remove(record)).toBe('200');
    expect(await actions(placed._id)).toEqual(['hold.create', 'hold.release']);
    expect(
      said(await admin.call('holdRelease', { params: { id: placed._id }, body: { reason: 'Otra vez.' } })),
    ).toBe('409 hold_ended');
  });

  it('keep what lies in the bin already, from admins and from the job, until the last of several is over', async () => {
    const place = await folder('Contratos');
    const inside = await folder('2026', place);
    const { record } = await document(inside);
    const free = await document();
    for (const each of [record, free.record]) expect(await remove(each)).toBe('200');
    const one = await hold({ folders: [place] });
    const until = addDays(dayIn(TIME_ZONE, server().running.services.deps.now()), BIN_DAYS + 2);
    await hold({ records: [record] }, { until });
    const kept = (await admin.ok('bin')).items.find((each) => each._id === record);
    expect(kept?.holds.map((each) => each.name)).toEqual(['Juicio Pérez', 'Juicio Pérez']);
    expect(await purge(record)).toBe('409 held');
    await release(one._id);
    expect(await purge(record)).toBe('409 held');

    const sweep = () => {
      const { services } = server().running;
      return services.bin.purgeExpired(services.deps.now());
    };
    server().advance((BIN_DAYS + 1) * DAY);
    await sweep();
    await signIn();
    expect((await admin.ok('bin')).items.map((each) => each._id)).toEqual([record]);
    // Through its last day, and not a day longer.
    server().advance(3 * DAY);
    await signIn();
    expect((await admin.ok('holds', { query: { status: 'ended' } })).items).toHaveLength(2);
    await sweep();
    expect((await admin.ok('bin')).items).toEqual([]);
  });

  it('lie over a folder with all below, what comes later too, and keep the folders', async () => {
    const place = await folder('Obra');
    const below = await folder('Planos', place);
    const placed = await hold({ folders: [place] });
    const { record } = await document(below);
    const outside = await document();
    expect(await remove(record)).toBe('409 held');
    expect(await remove(outside.record)).toBe('200');
    const empty = await folder('Vacía', below);
    for (const id of [empty, place])
      expect(said(await author.call('folderDelete', { params: { id } }))).toBe('409 held');
    expect((await admin.ok('holdById', { params: { id: placed._id } })).documents).toBe(1);
    await release(placed._id);
    expect(said(await author.call('folderDelete', { params: { id: empty } }))).toBe('200');
  });

  it('lie over a library, which is not deleted, and over what comes back to it', async () => {
    const vacant = await server().make.library(organization);
    const placed = await hold({ groups: [library.id, vacant.id] });
    const { record } = await document();
    expect(await remove(record)).toBe('409 held');
    const gone = await admin.call('groupDelete', { params: { id: vacant.id } });
    expect([said(gone), gone.body.error?.details]).toEqual(['422 referenced', { by: ['holds'] }]);
    await release(placed._id);
    expect(said(await admin.call('groupDelete', { params: { id: vacant.id } }))).toBe('200');
  });

  it('follow a document and a folder that are moved out of what is held', async () => {
    const place = await folder('Juicio');
    const below = await folder('Pruebas', place);
    const within = await folder('Testigos', place);
    const [near, far, left] = [await document(place), await document(place), await document(below)];
    const placed = await hold({ folders: [place] });
    await move(near.record, { folder: within });
    expect((await itemsOf(placed._id)).map((item) => item.kind)).toEqual(['folder']);
    await move(near.record, { folder: null });
    await move(far.record, { group: other.id, folder: null });
    await author.ok('folderUpdate', { params: { id: below }, body: { parent: null } });
    for (const each of [near, far, left]) expect(await remove(each.record)).toBe('409 held');
    expect(said(await author.call('folderDelete', { params: { id: below } }))).toBe('409 held');
    const items = await itemsOf(placed._id);
    expect(items.map((item) => [item.kind, item.followed]).toSorted()).toEqual([
      ['folder', false],
      ['folder', true],
      ['record', true],
      ['record', true],
    ]);
    expect(await actions(placed._id)).toEqual(['hold.create', ...Array(3).fill('hold.follow')]);
    // Only the administration lets it go, with a reason.
    const item = items.find((each) => each.target === near.record)?._id ?? '';
    const body = { items: [item], reason: 'No tiene que ver con el juicio.' };
    await admin.ok('holdRemove', { params: { id: placed._id }, body });
    expect(await remove(near.record)).toBe('200');
    expect(await remove(far.record)).toBe('409 held');
  });

  it('are changed as they were last seen, and take no day that is over', async () => {
    const placed = await hold({});
    const params = { id: placed._id };
    const body = { ...fields, reference: 'RIT 45-2026', until: '2999-01-01', rev: placed.rev };
    expect(await admin.ok('holdUpdate', { params, body })).toMatchObject({
      reference: 'RIT 45-2026',
      rev: 1,
    });
    expect(said(await admin.call('holdUpdate', { params, body }))).toBe('409 rev_changed');
    const past = await admin.call('holdUpdate', { params, body: { ...body, rev: 1, until: '2020-01-01' } });
    expect([said(past), past.body.error?.details]).toEqual([
      '400 invalid',
      { until: 'Elige hoy o un día que venga.' },
    ]);
    const unknown = await admin.call('holdAdd', {
      params,
      body: { records: [], folders: [placed._id], groups: [] },
    });
    expect(unknown.body.error?.details).toEqual({ folders: 'Una de esas carpetas ya no existe.' });
  });

  it('name nothing that is closed to the admin, and hold it all the same', async () => {
    const { record } = await document(null, { title: 'Remuneraciones', scope: 'confidential' });
    const open = await document(null, { title: 'Organigrama' });
    const refused = await admin.call('holdCreate', { body: { ...fields, records: [record] } });
    expect(refused.body.error?.details).toEqual({
      records: 'Uno de esos documentos no existe o no puedes verlo.',
    });
    const placed = await hold({ groups: [library.id], records: [open.record] });
    expect(await remove(record)).toBe('409 held');
    // It follows out of the library, and has no name there either.
    await move(record, { group: other.id, folder: null });
    const items = await itemsOf(placed._id);
    expect(items.map((item) => item.name).toSorted()).toEqual([library.name, 'Organigrama', null].toSorted());
    expect(JSON.stringify(items)).not.toContain('Remuneraciones');
    const trail = await admin.ok('auditTrail', { query: {} });
    expect(JSON.stringify(trail)).not.toContain('Remuneraciones');
    expect(trail.items.map((event) => event.action)).toContain('hold.follow');
  });
});
