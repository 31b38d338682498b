import { expect, test } from 'vitest';
import { RemoteError } from '../ports/remote.ts';
import { FakeDisk } from '../simulation/fakes/fake-disk.ts';
import { ROOT } from '../simulation/world.ts';
import { Hour } from '../testing/hour.ts';

const MINUTE = 60_000;
const PATH = `${ROOT}/Levantamiento.txt`;

/** Contents that travel in several calls. */
const LEVELS = 'con cotas de todo el terreno, y de los terrenos que lo rodean hasta la quebrada';

const nodeOf = (disk: FakeDisk) => disk.names.get(PATH) ?? disk.make(PATH, 'file');

test.each([
  ['into the same file', (disk: FakeDisk, bytes: string) => disk.overwrite(nodeOf(disk), bytes)],
  [
    'into a new file',
    (disk: FakeDisk, bytes: string) => {
      disk.unlink(PATH);
      disk.make(PATH, 'file', bytes);
    },
  ],
])('a new document goes on as one, however often the server refuses what is saved %s', async (_, put) => {
  const hour = new Hour();
  const disk = hour.world.clients[0]?.disk ?? new FakeDisk();
  await hour.pass(MINUTE);
  const save = async (bytes: string, refused: string | undefined) => {
    hour.fault = (call) =>
      call === refused ? new RemoteError('refused', 'forbidden', 'Ya no tiene permiso') : undefined;
    if (disk.names.has(PATH)) put(disk, bytes);
    else disk.make(PATH, 'file', bytes);
    await hour.pass(30 * MINUTE);
    return hour.engine.blocked.map(({ path }) => path);
  };
  expect(await save(`Levantamiento 1, ${LEVELS}`, 'upload')).toEqual([PATH]);
  // The document of the first bytes stays the one that these and the next ones are for.
  expect(await save(`Levantamiento 2, ${LEVELS}`, 'createVersion')).toEqual([PATH]);
  expect(await save(`Levantamiento 3, ${LEVELS}`, 'createVersion')).toEqual([PATH]);
  expect(await save(`Levantamiento 4, ${LEVELS}`, undefined)).toEqual([]);
  const { nodes, versions } = hour.world.server.state;
  const records = [...nodes.values()].filter(({ kind }) => kind === 'record');
  expect(records.map(({ name }) => name)).toEqual(['Levantamiento.txt']);
  expect(versions.get(records[0]?.current ?? '')?.bytes).toBe(`Levantamiento 4, ${LEVELS}`);
});
