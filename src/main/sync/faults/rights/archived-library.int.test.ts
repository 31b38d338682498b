import { rm, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { startTestServer, type TestServer } from '../../../../../server/testing/http.ts';
import { HostState } from '../../host/host-state.ts';
import { ALL, COPY, createAccessWorld } from '../../testing/access-world.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';

describe('access lost', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });

  afterAll(async () => {
    await server?.stop();
  });

  test('an archived library is read-only on disk, says why, and takes what waits once it is open again', async () => {
    const { admin, ana, luis, library, email, documents } = await createAccessWorld(server);
    const params = { id: library.id };
    const desktop = await TestDesktop.start(server, email, TEST_PASSWORD);
    const path = (name: string) => `Andes/Calidad/${name}`;
    // The original may be on its way back: it is not writable before it is there.
    const isWritable = async () => {
      const found = await stat(desktop.path(path('Informe.txt'))).catch(() => undefined);
      return found !== undefined && (found.mode & 0o200) !== 0;
    };
    const shown = () => {
      const parts = { engine: desktop.engine, clientId: '', root: desktop.root, status: 'online' as const };
      const quiet = { problem: undefined, pausedBy: undefined, disk: null, done: 0, total: 0 };
      return new HostState().of({ ...parts, ...quiet });
    };
    const blockedItemOf = (pattern: RegExp) =>
      shown().blocked.find((item) => pattern.test(item.path))?.reason;
    try {
      await eventually(async () => (await desktop.documents()).length === ALL.length, 'the four documents');
      await admin.ok('groupArchive', { params });
      await eventually(
        async () => !(await isWritable()),
        () => desktop.log.join('\n'),
      );
      expect(shown().libraries.find(({ _id }) => _id === library.id)).toMatchObject({
        writable: false,
        archived: true,
      });

      // Some programs write where they may not; and new files are always possible.
      await rm(desktop.path(path('Informe.txt')));
      await desktop.write(path('Informe.txt'), 'Informe, escrito a pesar de todo');
      await desktop.write(path('Nota.txt'), 'Nota, escrita mientras tanto');
      await eventually(
        () => desktop.find('Informe, escrito a pesar de todo', COPY('Informe')),
        () => `${JSON.stringify(desktop.engine.blocked)} ${desktop.log.join('\n')}`,
      );
      await eventually(
        () => blockedItemOf(/Nota/) === 'archived',
        () => JSON.stringify(desktop.engine.blocked),
      );
      await eventually(
        () => blockedItemOf(/copia de Luis/) === 'archived',
        () => JSON.stringify(desktop.engine.blocked),
      );
      const versions = await ana.ok('versionsByRecord', { params: documents.edited });
      expect(versions.map(({ number }) => number)).toEqual([1]);

      await admin.ok('groupUnarchive', { params });
      await eventually(isWritable, () => desktop.log.join('\n'));
      const query = { group: library.id, name: 'Nota.txt' };
      const titles = async () => (await luis.ok('recordSearch', { query })).items.map(({ title }) => title);
      await eventually(
        async () => (await titles()).join() === 'Calidad Nota.txt',
        () => JSON.stringify(desktop.engine.blocked),
      );
      expect(blockedItemOf(/Nota/)).toBeUndefined();
      // The copy waits for its person still, for its own reason.
      await eventually(
        () => blockedItemOf(/copia de Luis/) === 'copy',
        () => JSON.stringify(desktop.engine.blocked),
      );
    } finally {
      await desktop.stop();
    }
  });
});
