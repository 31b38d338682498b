import { randomBytes } from 'node:crypto';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyLine } from '../../src/main/sync/testing/faulty-line.ts';
import { heading, table } from '../lib/figures.ts';
import { readOptions } from '../lib/options.ts';
import { HOME, startEngine, withServer } from './place.ts';
import { until } from './programs.ts';
import { hashTree } from './tree.ts';

/** An upload whose engine is killed (SIGKILL) half way and started again: how many bytes were sent twice. */

const MIB = 1024 ** 2;
const LIMIT_MS = 600_000;

const options = readOptions();

await withServer(async (place) => {
  const line = await FaultyLine.open(() => place.server.url);
  try {
    const root = join(place.folder, 'root');
    await mkdir(join(root, HOME), { recursive: true });
    const path = join(root, HOME, 'Grande.dat');
    const file = await open(path, 'w');
    for (let at = 0; at < options.size; at += MIB)
      await file.write(randomBytes(Math.min(MIB, options.size - at)));
    await file.close();
    const { size } = await stat(path);
    const through = { ...place, server: { ...place.server, url: line.url } };
    const sent = () =>
      line.calls.filter(({ path: url }) => url.includes('/uploads')).reduce((sum, { up }) => sum + up, 0);
    const first = startEngine(through, place.people[0], root, '--once');
    await until(
      () => sent() > size / 2,
      () => first.output(),
      LIMIT_MS,
      5,
    );
    await first.stop('SIGKILL');
    const before = sent();
    const second = startEngine(through, place.people[0], root, '--once');
    if ((await second.ended) !== 0) throw new Error(second.output());
    const other = join(place.folder, 'other');
    const reader = startEngine(place, place.people[1], other, '--once');
    if ((await reader.ended) !== 0) throw new Error(reader.output());
    const same = (await hashTree(join(root, HOME))) === (await hashTree(join(other, HOME)));
    heading(`kill -9 of the engine in an upload of ${(size / MIB).toFixed(0)} MiB`);
    const mib = (bytes: number) => (bytes / MIB).toFixed(2);
    table(
      ['', 'MiB over the line'],
      [
        ['until it was killed', mib(before)],
        ['after it was started again', mib(sent() - before)],
        ['more than the file has: sent twice', mib(sent() - size)],
        ['the other folder has the same sha256', same ? 'yes' : '**no**'],
      ],
    );
  } finally {
    await line.close();
  }
});
