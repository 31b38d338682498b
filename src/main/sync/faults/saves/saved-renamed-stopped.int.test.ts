import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import { restingWords } from '../../host/cli/cli-words.ts';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';
import { FaultyLine } from '../../testing/faulty-line.ts';

/** Fewer than a question is asked about, where they are taken for deleted. */
const DOCUMENTS = 4;
/** Between a save and the rename: more than the watcher and a look at one file take. */
const NEXT_ACT_MS = 300;
/** Far more than the pause between two notes of what was seen. */
const NOTED_MS = 1_000;
/** So long that nothing of it is sent before the engine ends. */
const NEVER = ['--settle', '60000'];

const STOPS = [
  { how: 'stopped', signal: 'SIGINT' },
  { how: 'killed', signal: 'SIGKILL' },
] as const;

describe('documents are saved by another file and renamed, and the engine ends before it has sent them', () => {
  let world: DiskWorld;
  let line: FaultyLine;
  let desktop: TestDesktop;
  let command: Command | undefined;
  const at = (name: string) => world.path(name);
  const sha = (text: string) => sha256Of(Buffer.from(text));

  beforeAll(async () => {
    world = await DiskWorld.start();
    line = await FaultyLine.open(() => world.server.url);
  });
  beforeEach(async () => {
    desktop = await world.prepare();
  });
  afterEach(async () => {
    command?.child.kill('SIGKILL');
    await command?.ended;
    await world.dismiss(desktop);
  });
  afterAll(async () => {
    await world?.stop();
    await line?.close();
  });

  const namesOf = (prefix: string) => Array.from({ length: DOCUMENTS }, (_, n) => `${prefix} ${n}.txt`);
  const finalName = (name: string) => name.replace('.txt', ' final.txt');

  /** Both sides have these documents, and the engine does not run. */
  async function agree(names: readonly string[]): Promise<void> {
    for (const name of names) await world.save(desktop, at(name), `${name}, primero`);
    await desktop.resume();
    await eventually(
      async () => (await Promise.all(names.map((name) => world.records(name)))).every(({ length }) => length),
      'the documents',
    );
    await world.rests(desktop);
    await desktop.pause();
  }

  /** As most programs do: another file takes the document's place. */
  async function saveAnew(name: string): Promise<void> {
    const temporary = desktop.path(at(`${name}.tmp`));
    await writeFile(temporary, world.wrote(`${name}, segundo`, name));
    await rename(temporary, desktop.path(at(name)));
  }

  const renameAll = (names: readonly string[]) =>
    Promise.all(names.map((name) => rename(desktop.path(at(name)), desktop.path(at(finalName(name))))));

  /** The command in a process of its own, when it has nothing to do. */
  async function atRest(...args: readonly string[]): Promise<Command> {
    const running = new Command(world, desktop, { once: false, args });
    command = running;
    await eventually(
      () => running.output.includes(restingWords(0)),
      () => `the command: ${running.output}`,
    );
    return running;
  }

  async function eachIsOneDocument(names: readonly string[]): Promise<void> {
    await desktop.resume();
    await world.rests(desktop);
    await desktop.pause();
    for (const name of names) {
      const versions = await world.versions(finalName(name));
      expect(versions.map(({ number, conflict, sha256 }) => [number, conflict, sha256])).toEqual([
        [1, false, sha(`${name}, primero`)],
        [2, false, sha(`${name}, segundo`)],
      ]);
      expect(await world.records(name)).toEqual([]);
    }
    await world.nothingLost();
  }

  test.each(STOPS)('renamed while it sends others, then $how', async ({ how, signal }) => {
    const busy = `Planilla ${how}.txt`;
    const names = namesOf(`Informe ${how}`);
    await agree([busy, ...names]);
    // It looks no further until this one is sent.
    const held = line.hold('versionSend');
    const running = await atRest('--server', line.url);
    await saveAnew(busy);
    await held.met;
    for (const name of names) await saveAnew(name);
    await sleep(NEXT_ACT_MS);
    await renameAll(names);
    await sleep(NOTED_MS);
    running.child.kill(signal);
    held.release();
    await running.ended;
    await eachIsOneDocument(names);
  });

  test.each(STOPS)('seen in its place, and renamed when the engine is $how', async ({ how, signal }) => {
    const names = namesOf(`Contrato ${how}`);
    await agree(names);
    const running = await atRest(...NEVER);
    for (const name of names) await saveAnew(name);
    await sleep(NOTED_MS);
    running.child.kill(signal);
    await running.ended;
    await renameAll(names);
    await eachIsOneDocument(names);
  });
});
