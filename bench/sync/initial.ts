import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inFolder, onEachEngine } from '../lib/databases.ts';
import { heading, table, timed } from '../lib/figures.ts';
import { readOptions } from '../lib/options.ts';
import { rsync, syncthing, unison } from './others.ts';
import { HOME, type Place, startEngine, withServer } from './place.ts';
import { run, until, usage, usageOfAll } from './programs.ts';
import { countFiles, hashTree, makeTree, type Tree } from './tree.ts';

/**
 * The first sync of a tree: from one folder through the server to the other, with both engines running; then to a third
 * folder, from the server alone. Beside it syncthing, unison and rsync with the same tree. The result is checked by a
 * hash of both sides that none of the programs computed.
 */

const LIMIT_MS = 900_000;
const LOOK_MS = 200;
const MB = 1e6;

const options = readOptions();
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

await inFolder(async (folder) => {
  const source = join(folder, 'source');
  const tree = await makeTree(source, options.tree);
  const hash = await hashTree(source);
  heading(
    `First sync of ${tree.files} files in ${tree.folders} folders, ${(tree.bytes / MB).toFixed(0)} MB, over loopback`,
  );
  const rows: string[][] = [];
  await onEachEngine(options.engines, async ({ name, url }) => {
    console.log(`${name}:`);
    await withServer(
      async (place) => {
        for (const [what = '', ...figures] of await legajo(place, source, tree, hash))
          rows.push([`${what}, ${name}`, ...figures]);
      },
      undefined,
      url,
    );
  });
  rows.push(...(await others(folder, source, tree, hash)));
  table(['', 's', 'files/s', 'MB/s', 's of processor', 'both sides have the same sha256'], rows);
});

function row(name: string, ms: number, cpu: number, tree: Tree, same: boolean): string[] {
  const s = ms / 1000;
  return [
    name,
    s.toFixed(1),
    (tree.files / s).toFixed(0),
    (tree.bytes / MB / s).toFixed(1),
    cpu.toFixed(1),
    same ? 'yes' : '**no**',
  ];
}

async function legajo(place: Place, source: string, tree: Tree, hash: string): Promise<string[][]> {
  const roots = ['one', 'other', 'third'].map((name) => join(place.folder, name)) as [string, string, string];
  const [one, other, third] = roots;
  const [here, there] = place.people;
  await mkdir(join(one, HOME), { recursive: true });
  await run('cp', ['-a', `${source}/.`, join(one, HOME)]);
  const receiver = startEngine(place, there, other);
  await until(
    () => receiver.output().includes('En línea: todo al día'),
    () => receiver.output(),
    LIMIT_MS,
  );
  // The engine's start is not part of the cost per document.
  const starting = receiver.cpu();
  const rows: string[][] = [];
  const sender = startEngine(place, here, one, '--once');
  let sent = Number.NaN;
  const begin = performance.now();
  void sender.ended.then(() => {
    sent = performance.now() - begin;
  });
  const all = () => countFiles(join(other, HOME)).then((count) => count >= tree.files);
  const serverBefore = usage(place.server.pid).cpu;
  const serverCpu = () => usage(place.server.pid).cpu - serverBefore;
  const databaseBefore = usageOfAll('postgres');
  const databaseCpu = () => usageOfAll('postgres') - databaseBefore;
  const both = await timed(() =>
    until(all, () => `${sender.output().slice(-2000)}\n${receiver.output().slice(-2000)}`, LIMIT_MS, LOOK_MS),
  );
  await sender.ended;
  const shares = [serverCpu(), databaseCpu(), sender.cpu(), receiver.cpu()] as const;
  await receiver.stop();
  const same = async (root: string) => (await hashTree(join(root, HOME))) === hash;
  rows.push(
    row('Legajo, through the server to the other folder', both, sum(shares), tree, await same(other)),
  );
  rows.push(
    row('of it, until everything is a document at the server', sent, Number.NaN, tree, await same(one)),
  );
  const served = serverCpu() + databaseCpu();
  const late = startEngine(place, there, third, '--once');
  const down = await timed(() => late.ended);
  const cost = serverCpu() + databaseCpu() - served + late.cpu();
  rows.push(row('Legajo, from the server to a third folder', down, cost, tree, await same(third)));
  const names = ['server', 'database beside it', 'sending engine', 'receiving engine'];
  const perDocument = (seconds: number) => `${((seconds / tree.files) * 1000).toFixed(2)} ms`;
  console.log(`Processor: ${names.map((name, at) => `${name} ${shares[at]?.toFixed(1)} s`).join(', ')}`);
  const own = [shares[0], shares[1], shares[2] - starting, shares[3] - starting];
  console.log(
    `Of each document: ${names.map((name, at) => `${name} ${perDocument(own[at] ?? 0)}`).join(', ')}; an engine's start, ${starting.toFixed(1)} s, is left out\n`,
  );
  return rows;
}

async function others(folder: string, source: string, tree: Tree, hash: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const other of [syncthing, unison, rsync]) {
    if (!(await other.installed())) {
      rows.push([other.name, 'not on this machine', '', '', '', '']);
      continue;
    }
    const state = join(folder, `state ${rows.length}`);
    const from = join(folder, `from ${rows.length}`);
    const to = join(folder, `to ${rows.length}`);
    for (const each of [state, from, to]) await mkdir(each);
    await run('cp', ['-a', `${source}/.`, from]);
    const { ms, cpu } = await other.copy(from, to, state, () =>
      countFiles(to).then((count) => count >= tree.files),
    );
    rows.push(row(other.name, ms, cpu, tree, (await hashTree(to)) === hash));
  }
  return rows;
}
