import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../../../server/testing/http.ts';
import { Network } from '../../adapters/network.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** A new file is on its way when its person may send no more, and later they may again: it is sent by itself. */
let world: DiskWorld;
let admin: TestClient;
let desktop: TestDesktop;
let network: Network;
const log = () => `${desktop.log.join('\n')}\n${JSON.stringify(desktop.engine.blocked)}`;
const bytes = randomBytes(3 << 20);

beforeEach(async () => {
  world = await DiskWorld.start();
  network = new Network(world.server.url);
  const organization = { id: world.ana.organization, name: 'Andes' };
  const values = { isAdmin: true, libraries: [[world.library, []]] } as const;
  admin = await world.server.signIn((await world.server.make.person(organization, values)).email);
  desktop = await world.desktop({ network });
});
afterEach(() => world?.stop());

/** The file is being sent, slowly. */
async function sending(): Promise<void> {
  network.setLimits({ up: 400, down: 0 });
  await desktop.write(world.path('Levantamiento.txt'), bytes);
  await eventually(() => desktop.steps.some(({ type }) => type === 'uploading'), log);
}
const isBlocked = () =>
  eventually(() => desktop.engine.blocked.some(({ path }) => path.includes('Levantamiento')), log);
const isSent = () =>
  eventually(async () => {
    const all = await world.records();
    return desktop.engine.blocked.length === 0 && all.some(({ name }) => name.startsWith('Levantamiento'));
  }, log);
/** The document that was begun goes on: another one would get another name. */
const isOneDocument = async () =>
  expect((await world.records()).map(({ name }) => name)).toEqual(['Levantamiento.txt']);

/** The library takes nothing until `back`. */
async function archive(): Promise<() => Promise<void>> {
  const params = { id: world.library.id };
  await admin.ok('groupArchive', { params });
  await isBlocked();
  network.setLimits({ up: 0, down: 0 });
  return async () => void (await admin.ok('groupUnarchive', { params }));
}

test('after its library was archived for a while', async () => {
  await sending();
  const back = await archive();
  await back();
  await isSent();
  await isOneDocument();
});

test('after its person had no role for a while', async () => {
  await sending();
  const params = { id: world.library.id, user: world.ana.id };
  await admin.ok('memberPut', { params, body: { roles: [] } });
  await isBlocked();
  network.setLimits({ up: 0, down: 0 });
  await admin.ok('memberPut', { params, body: { roles: ['upload'] } });
  await isSent();
  await isOneDocument();
});

test('with what was saved in it meanwhile', async () => {
  await sending();
  const back = await archive();
  await world.save(desktop, world.path('Levantamiento.txt'), 'otro levantamiento');
  await back();
  await isSent();
  await isOneDocument();
  await world.rests(desktop);
  expect((await world.versions('Levantamiento.txt')).length).toBe(1);
});

test('where it was put meanwhile, and another one has its name', async () => {
  await sending();
  const back = await archive();
  await mkdir(desktop.path(world.path('Otra')));
  await rename(
    desktop.path(world.path('Levantamiento.txt')),
    desktop.path(world.path('Otra/Levantamiento.txt')),
  );
  await world.save(desktop, world.path('Levantamiento.txt'), 'otro levantamiento');
  await back();
  await eventually(async () => (await world.records()).length === 2, log);
  await world.rests(desktop);
  expect((await world.records()).map(({ name }) => name)).toEqual(['Levantamiento.txt', 'Levantamiento.txt']);
  expect(await desktop.read(world.path('Levantamiento.txt'))).toEqual(Buffer.from('otro levantamiento'));
  expect(await desktop.read(world.path('Otra/Levantamiento.txt'))).toEqual(bytes);
});
