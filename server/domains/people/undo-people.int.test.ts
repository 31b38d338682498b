import { beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE_UNDO_MINUTES } from '#shared/platform/limits.ts';
import { newId } from '../../platform/ids.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf } from '../../testing/mail.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

const HEADER = 'Nombres;Apellidos;Correo;Departamento;Roles;Bibliotecas';
const table = (...rows: string[]) => ({
  body: {
    file: {
      name: 'personas.csv',
      data: Buffer.from([HEADER, ...rows].join('\r\n')).toString('base64'),
    },
    createDepartments: true,
  },
});
/** Until the invitations have left. */
const WAIT_SECONDS = PEOPLE_UNDO_MINUTES * 60 + 60;
const fresh = (name: string): string => `${name}.${newId()}@legajo.test`;

describe.each(testEngines)('taking back an import of people on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let boss: TestPerson;
  let admin: TestClient;

  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    await make.library(organization, 'Calidad');
    boss = await make.person(organization, { isAdmin: true });
    admin = await server().signIn(boss.email);
  });

  const run = async (...rows: string[]): Promise<string> => {
    const report = await admin.ok('userImport', table(...rows));
    expect(report.import).not.toBeNull();
    return report.import?._id ?? '';
  };
  const undo = (id: string) => admin.ok('importUndo', { params: { id } });
  const one = async (email: string) => (await admin.ok('userList', { query: { text: email } })).items[0];
  const mailed = async (to: string) => (await mailsOf(server(), to)).length;
  /** Every mail that was due has left. */
  const mailsLeft = async () => {
    const marker = fresh('marca');
    await admin.ok('userCreate', { body: { email: marker, firstname: 'Marca', lastname: 'Final' } });
    await eventually(async () => expect(await mailed(marker)).toBe(1));
  };

  it('invites nobody until the time to undo is over, and then everybody once', async () => {
    const [nuria, tomas] = [fresh('nuria'), fresh('tomas')];
    await run(`Nuria;Núñez;${nuria};;;`, `Tomás;Lira;${tomas};;;`);
    await mailsLeft();
    expect([await mailed(nuria), await mailed(tomas)]).toEqual([0, 0]);
    expect(await admin.ok('importRuns', {})).toMatchObject([{ kind: 'people', created: 2, changed: 0 }]);
    server().advance(WAIT_SECONDS);
    await mailsLeft();
    expect([await mailed(nuria), await mailed(tomas)]).toEqual([1, 1]);
    expect(await admin.ok('importRuns', {})).toEqual([]);
  });

  it('leaves nobody, no department and no mail behind, and has everybody as they were', async () => {
    const ana = await server().make.person(organization, { firstname: 'Ana', lastname: 'Soto' });
    const nuria = fresh('nuria');
    const id = await run(
      `Nuria;Núñez;${nuria};Obras / Norte;Gestión;Calidad: carga`,
      `Ana María;Soto;${ana.email};Obras / Norte;Administración;Calidad: revisión`,
    );
    expect(await one(ana.email)).toMatchObject({ firstname: 'Ana María', roles: ['admin'] });
    expect(await undo(id)).toEqual({ undone: 4, kept: [] });
    expect(await one(nuria)).toBeUndefined();
    expect(await one(ana.email)).toMatchObject({
      ...{ firstname: 'Ana', lastname: 'Soto', roles: [], libraries: [], department: null },
    });
    expect((await admin.ok('departments', {})).map(({ name }) => name)).toEqual([]);
    server().advance(WAIT_SECONDS);
    await mailsLeft();
    expect(await mailed(nuria)).toBe(0);
    expect((await admin.call('importUndo', { params: { id } })).status).toBe(404);
  });

  it('keeps what was changed since, and whoever has come in', async () => {
    const [nuria, tomas] = [fresh('nuria'), fresh('tomas')];
    const ana = await server().make.person(organization, { firstname: 'Ana', lastname: 'Soto' });
    const id = await run(
      `Nuria;Núñez;${nuria};;;`,
      `Tomás;Lira;${tomas};;;`,
      `Ana;Soto;${ana.email};;;Calidad: revisión`,
    );
    await admin.ok('userUpdate', {
      params: { id: (await one(nuria))?._id ?? '' },
      body: { lastname: 'Núñez Paz' },
    });
    const group = (await one(ana.email))?.libraries[0]?.group._id ?? '';
    await admin.ok('userUpdate', {
      params: { id: ana.id },
      body: { libraries: [{ group, roles: ['review', 'publish'] }] },
    });
    // A link that was handed over is no change.
    await admin.ok('userAccessLink', { params: { id: (await one(tomas))?._id ?? '' } });
    const { undone, kept } = await undo(id);
    expect(undone).toBe(1);
    expect(kept).toEqual([
      {
        name: 'Nuria Núñez',
        reason:
          'Cambió después de la importación. Si tiene su cuenta en uso y aún no entra, su invitación sale igual.',
      },
      { name: 'Ana Soto', reason: 'Cambió después de la importación.' },
    ]);
    expect(await one(tomas)).toBeUndefined();
    expect((await one(ana.email))?.libraries[0]?.roles).toEqual(['review', 'publish']);
  });

  it('is over when the invitations have left, or were sent at once', async () => {
    const [nuria, tomas] = [fresh('nuria'), fresh('tomas')];
    const first = await run(`Nuria;Núñez;${nuria};;;`);
    await admin.ok('importInvite', { params: { id: first } });
    await mailsLeft();
    expect(await mailed(nuria)).toBe(1);
    expect((await admin.call('importUndo', { params: { id: first } })).status).toBe(404);
    const second = await run(`Tomás;Lira;${tomas};;;`);
    server().advance(WAIT_SECONDS);
    const late = await admin.call('importUndo', { params: { id: second } });
    expect([late.status, late.body.error?.message]).toEqual([
      409,
      'Las invitaciones ya salieron: esta importación no se puede deshacer.',
    ]);
    expect((await admin.call('importInvite', { params: { id: second } })).status).toBe(409);
    expect(await one(tomas)).toBeDefined();
  });

  it('sends an invitation to the address that was corrected meanwhile, and none whose password holds no more', async () => {
    const [wrong, right, again] = [fresh('nuira'), fresh('nuria'), fresh('tomas')];
    await run(`Nuria;Núñez;${wrong};;;`, `Tomás;Lira;${again};;;`);
    await admin.ok('userUpdate', { params: { id: (await one(wrong))?._id ?? '' }, body: { email: right } });
    await admin.ok('userResetPassword', { params: { id: (await one(again))?._id ?? '' } });
    server().advance(WAIT_SECONDS);
    await mailsLeft();
    expect(await mailed(right)).toBe(1);
    // Whoever has the address that was written by mistake learns of nothing.
    expect(await mailed(wrong)).toBe(0);
    // The one of the new password alone.
    expect(await mailed(again)).toBe(1);
  });

  it('invites nobody whose account is disabled when the invitations leave', async () => {
    const [nuria, tomas] = [fresh('nuria'), fresh('tomas')];
    const id = await run(`Nuria;Núñez;${nuria};;;`, `Tomás;Lira;${tomas};;;`);
    await admin.ok('userDisable', { params: { id: (await one(nuria))?._id ?? '' } });
    await admin.ok('importInvite', { params: { id } });
    await mailsLeft();
    expect([await mailed(nuria), await mailed(tomas)]).toEqual([0, 1]);
  });

  it('is for its own person alone', async () => {
    const id = await run(`Nuria;Núñez;${fresh('nuria')};;;`);
    const other = await server().make.person(organization, { isAdmin: true });
    const colleague = await server().signIn(other.email);
    expect(await colleague.ok('importRuns', {})).toEqual([]);
    for (const call of ['importUndo', 'importInvite'] as const)
      expect((await colleague.call(call, { params: { id } })).status).toBe(404);
  });
});

describe('two who take back an import of people and send its invitations at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });

  it.each([
    ['importUndo', 'importInvite', [200, 404], 0],
    ['importInvite', 'importUndo', [200, 404], 1],
  ] as const)('%s, then %s', async (first, second, statuses, invited) => {
    const organization = await server().make.organization();
    const admin = await server().signIn((await server().make.person(organization, { isAdmin: true })).email);
    const email = fresh('nuria');
    const { import: run } = await admin.ok('userImport', table(`Nuria;Núñez;${email};;;`));
    const params = { id: run?._id ?? '' };
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [
      () => admin.call(first, { params }),
      () => admin.call(second, { params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    server().advance(WAIT_SECONDS);
    const marker = fresh('marca');
    await admin.ok('userCreate', { body: { email: marker, firstname: 'Marca', lastname: 'Final' } });
    await eventually(async () => expect(await mailsOf(server(), marker)).toHaveLength(1));
    expect(await mailsOf(server(), email)).toHaveLength(invited);
  });
});
