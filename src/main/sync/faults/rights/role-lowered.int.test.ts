import { afterEach, beforeEach, expect, test } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestPerson } from '../../../../../server/testing/factories.ts';
import type { TestClient } from '../../../../../server/testing/http.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** Enough of a library to be asked about, if the server had lost them (decision 0036). */
const DRAFTS = 25;

/** Who may only read sees no drafts: the copies of what they saw before go, without a question to anybody. */
let world: DiskWorld;
let admin: TestClient;
let luis: TestPerson;
let desktop: TestDesktop | undefined;
const at = (path: string) => world.path(path);
const lower = () =>
  admin.ok('memberPut', {
    params: { id: world.library.id, user: luis.id },
    body: { roles: [] },
  });
const log = async () =>
  `${(await desktop?.documents())?.join()} ${JSON.stringify(desktop?.engine.question)}\n${desktop?.log.join('\n')}`;

beforeEach(async () => {
  world = await DiskWorld.start();
  const organization = { id: world.ana.organization, name: 'Andes' };
  const { email } = await world.server.make.person(organization, {
    isAdmin: true,
    libraries: [[world.library, []]],
  });
  admin = await world.server.signIn(email);
  luis = await world.server.make.person(organization, {
    libraries: [[world.library, ['upload', 'publish']]],
  });
  for (let each = 0; each < DRAFTS; each += 1) await world.document(`Acta ${each}.txt`, `acta ${each}`);
  const published = { bytes: Buffer.from('manual'), state: STATE.published };
  await makeDocument(world.server, await world.server.signIn(luis.email), world.library, published);
  desktop = await TestDesktop.start(world.server, luis.email, TEST_PASSWORD);
  await eventually(async () => (await desktop?.documents())?.length === DRAFTS + 1, log);
  await eventually(() => desktop?.rests, log);
});
afterEach(async () => {
  await desktop?.stop();
  await world?.stop();
});

const onlyWhatReadersSee = async () => {
  const documents = (await desktop?.documents()) ?? [];
  return documents.filter((path) => path.startsWith(at(''))).join() === at('prueba.pdf');
};

test('while the engine runs', async () => {
  await lower();
  await eventually(onlyWhatReadersSee, log);
  await eventually(() => desktop?.rests && desktop.runner.status === 'online', log);
});

test('while it does not, and what was edited meanwhile is kept', async () => {
  await desktop?.pause();
  await desktop?.write(at('Acta 3.txt'), 'acta 3, corregida sin conexión');
  await lower();
  await desktop?.resume();
  await eventually(onlyWhatReadersSee, log);
  expect(await desktop?.find('acta 3, corregida sin conexión', /Retirados/)).toBeTruthy();
});

test('what is lost while the role stays as it was is asked about', async () => {
  const ids = (await world.records()).filter(({ name }) => name.startsWith('Acta')).map(({ _id }) => _id);
  for (const id of ids) await world.browser.ok('recordDelete', { params: { id } });
  await eventually(() => desktop?.engine.question?.kind === 'mass-removal', log);
});
