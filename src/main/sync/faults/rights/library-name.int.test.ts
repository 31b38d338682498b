import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocument } from '../../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary } from '../../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../../server/testing/http.ts';
import { unknownLibraries } from '../../engine/libraries/chosen-libraries.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { removeTree } from '../../testing/disk-world.ts';

let server: TestServer;
let library: TestLibrary;
let admin: TestClient;
let ana: TestDesktop;
let email: string;

beforeAll(async () => {
  server = await startTestServer();
  const { make } = server;
  const place = await make.workplace('Constructora Andes');
  library = place.library;
  const person = await make.person(place.organization, { isAdmin: true, libraries: [[library, ['upload']]] });
  email = person.email;
  admin = await server.signIn(email);
  await makeDocument(server, admin, library, {
    bytes: Buffer.from('%PDF-1.7 acta de obra'),
    file: { name: 'Acta de obra.pdf', type: 'application/pdf' },
  });
  ana = await TestDesktop.start(server, person.email, TEST_PASSWORD);
});

afterAll(async () => {
  await ana?.stop();
  await server?.stop();
});

const ORGANIZATION = 'Constructora Andes';
const document = (folder: string) => `${ORGANIZATION}/${folder}/Acta de obra.pdf`;
const inodeOf = async (folder: string) => (await stat(ana.path(document(folder)))).ino;
const renameTo = (name: string) => admin.ok('groupUpdate', { params: { id: library.id }, body: { name } });
const isIn = (folder: string) =>
  eventually(
    async () => (await ana.read(document(folder))) !== undefined,
    () => `the library in ${folder}: ${ana.log.join('\n')}`,
  );
/** Everything that would have travelled since. */
const travelled = () =>
  ana.activity.filter(({ kind }) => kind === 'downloaded' || kind === 'uploaded').length;

test('the folder of a library has its name at the server, and its documents stay the files that they are', async () => {
  await isIn('Calidad');
  const inode = await inodeOf('Calidad');
  // The file is there a moment before it is told.
  await eventually(
    () => travelled() === 1,
    () => ana.log.join('\n'),
  );

  await renameTo('Calidad y obra');
  await isIn('Calidad y obra');
  expect(await inodeOf('Calidad y obra')).toBe(inode);
  expect(travelled()).toBe(1);
  expect((await ana.documents()).filter((path) => path.endsWith('.pdf'))).toEqual([
    document('Calidad y obra'),
  ]);

  // What is written in it from now on goes where it belongs.
  await ana.write(`${ORGANIZATION}/Calidad y obra/Informe de calidad.txt`, 'informe');
  await eventually(async () => {
    const { items } = await admin.ok('recordSearch', { query: { group: library.id, limit: '50' } });
    return items.some(({ name }) => name === 'Informe de calidad.txt');
  }, 'the new document');

  // A document is open: the folder waits for its program to end.
  const lock = ana.path(ORGANIZATION, 'Calidad y obra', '.~lock.Acta de obra.pdf#');
  await writeFile(lock, ',ana,');
  await eventually(() => ana.steps.some(({ type }) => type === 'editing'), 'the lease');
  await renameTo('Obras');
  await eventually(() => ana.engine.libraries.some(({ name }) => name === 'Obras'), 'the new name');
  expect(await inodeOf('Calidad y obra')).toBe(inode);
  await mkdir(ana.path(ORGANIZATION, 'Obras'));
  await rm(lock);
  // A folder of one's own has that name.
  await isIn('Obras (2)');
  expect(await inodeOf('Obras (2)')).toBe(inode);
});

test('renamed by its person, it gets its name back, and nobody is asked anything', async () => {
  await removeTree(ana.path(ORGANIZATION, 'Obras'));
  ana.runner.lookEverywhere();
  await isIn('Obras');
  const inode = await inodeOf('Obras');
  await rename(ana.path(ORGANIZATION, 'Obras'), ana.path(ORGANIZATION, 'Mis obras'));
  await isIn('Obras');
  expect(await inodeOf('Obras')).toBe(inode);
  expect(ana.engine.question).toBeUndefined();

  // The same while the engine did not run, and with another name of the organization's folder.
  await ana.pause();
  await rename(ana.path(ORGANIZATION), ana.path('Andes'));
  await ana.resume();
  await isIn('Obras');
  expect(await inodeOf('Obras')).toBe(inode);
  expect(ana.engine.question).toBeUndefined();
});

test('chosen by its name, it stays chosen under a new one', async () => {
  const options = { libraries: ['obras'] };
  const luis = await TestDesktop.start(server, email, TEST_PASSWORD, options);
  try {
    const has = (path: string) =>
      eventually(
        async () => (await luis.read(path)) !== undefined,
        () => luis.log.join('\n'),
      );
    await has(document('Obras'));
    await renameTo('Obras civiles');
    await has(document('Obras civiles'));
    await luis.write(`${ORGANIZATION}/Obras civiles/Acta de cierre.txt`, 'acta de cierre');
    await isIn('Obras civiles');
    await eventually(
      async () => (await ana.read(`${ORGANIZATION}/Obras civiles/Acta de cierre.txt`)) !== undefined,
      () => luis.log.join('\n'),
    );
    // Renamed while it did not run, too.
    await luis.pause();
    await renameTo('Montaje');
    await luis.resume();
    await has(document('Montaje'));
    expect(unknownLibraries(luis.engine.memory, luis.engine.libraries, ['Obras', 'Otra'])).toEqual(['Otra']);
  } finally {
    await luis.stop();
  }
});
