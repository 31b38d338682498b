import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyLine } from '../../src/main/sync/testing/faulty-line.ts';
import { heading, table, timed } from '../lib/figures.ts';
import { readOptions } from '../lib/options.ts';
import { fillLibrary, textOf } from './filled-library.ts';
import { HOME, startEngine, withServer } from './place.ts';
import { until } from './programs.ts';
import { countFiles } from './tree.ts';

/** The rename of a folder with all its files: how many calls and bytes it needs, and when the other person has it. */

const LIMIT_MS = 300_000;

const options = readOptions();
const files = options.files;
const [BEFORE, AFTER] = ['Carpeta 0', 'Obra Ñuñoa'];

await withServer(
  async (place) => {
    const line = await FaultyLine.open(() => place.server.url);
    const through = { ...place, server: { ...place.server, url: line.url } };
    const roots = [join(place.folder, 'one'), join(place.folder, 'other')] as const;
    for (const root of roots) {
      await mkdir(join(root, HOME, BEFORE), { recursive: true });
      for (let at = 0; at < files; at += 1)
        await writeFile(join(root, HOME, BEFORE, textOf(at).name), textOf(at).text);
    }
    const engines = roots.map((root, at) =>
      startEngine(at === 0 ? through : place, place.people[at] ?? '', root),
    );
    try {
      const [here] = engines;
      for (const engine of engines)
        await until(
          () => engine.output().includes('En línea: todo al día'),
          () => engine.output(),
          LIMIT_MS,
        );
      line.forget();
      const arrived = () => countFiles(join(roots[1], HOME, AFTER)).then((count) => count === files);
      const ms = await timed(async () => {
        await rename(join(roots[0], HOME, BEFORE), join(roots[0], HOME, AFTER));
        await until(arrived, () => here?.output() ?? '', LIMIT_MS, 20);
      });
      heading(`A folder of ${files} files renamed in one folder, until the other folder has its new name`);
      const writes = line.calls.filter(({ name }) => name && /Update|Move|Create|Delete/.test(name));
      table(
        ['', ''],
        [
          ['s', (ms / 1000).toFixed(2)],
          ['calls that change something', writes.map(({ name }) => name).join(', ')],
          ['all calls of the engine that renamed it', String(line.calls.length)],
          ['bytes up in all of them', String(line.calls.reduce((sum, { up }) => sum + up, 0))],
        ],
      );
    } finally {
      for (const engine of engines) await engine.stop();
      await line.close();
    }
  },
  (dataDir, library) => fillLibrary(dataDir, library, files, files),
);
