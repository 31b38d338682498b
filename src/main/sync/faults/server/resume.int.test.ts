import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HostState } from '../../host/host-state.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

const MIB = 1024 ** 2;

describe('a transfer that goes on after an interruption', () => {
  let world: FaultWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ desktop } = await world.join('Ana'));
  });

  afterAll(() => world?.close());

  /** The steps of one transfer as they left the desktop, and whether the server took all of them. */
  const told = (type: 'uploading' | 'downloading', name: string) =>
    world.line.frames.seen.flatMap(({ direction, frame }) => {
      if (direction !== 'up' || frame.frame !== 'send') return [];
      const { message } = frame as unknown as {
        message: { type: string; progress?: number; data?: { file?: { name: string }; resumed?: boolean } };
      };
      return message.type === type && (type === 'downloading' || message.data?.file?.name === name)
        ? [{ progress: message.progress ?? 0, resumed: message.data?.resumed ?? false }]
        : [];
    });
  /** The step that says that an upload goes on, as the panel hears it. */
  const resumedStep = (name: string) => {
    const step = desktop.steps.find(
      ({ type, data }) =>
        type === 'uploading' &&
        JSON.stringify(data ?? {}).includes(name) &&
        (data as { resumed?: boolean }).resumed,
    );
    if (!step) throw new Error(`No step says that ${name} goes on`);
    return step;
  };
  const refused = () =>
    world.line.frames.seen.filter(({ direction, frame }) => direction === 'down' && frame.frame === 'error');

  test.each(['of the line', 'of the engine'])(
    'an upload begins where the server stands after an end %s, and no step of it is refused',
    async (end) => {
      const name = `Memoria ${end}.pdf`;
      world.line.forget();
      const cut = world.line.cutUp('uploadPatch', 16 * MIB);
      await world.write(desktop, at(name), randomBytes(24 * MIB));
      await cut.met;
      if (end === 'of the engine') {
        await desktop.pause();
        await desktop.resume();
      } else desktop.runner.wake();
      await world.versions(name, 1);
      await world.nothingLost();
      expect(refused()).toEqual([]);
      // It never falls back to nothing: once it goes on, the first step says so, and from where.
      const steps = told('uploading', name);
      const again = steps.filter(({ resumed }) => resumed);
      expect(again.length).toBe(1);
      expect(again[0]?.progress).toBeGreaterThan(10);
      expect(steps.slice(1).every(({ progress }) => progress > 0)).toBe(true);
      // The panel follows the same steps.
      const panel = new HostState();
      panel.follow(resumedStep(name));
      const { engine, runner, root, clientId } = desktop;
      const parts = { engine, clientId, root, status: runner.status, pausedBy: undefined };
      const [shown] = panel.of({ ...parts, problem: undefined, disk: null, done: 0, total: 0 }).transfers;
      expect(shown?.progress).toBe(again[0]?.progress);
    },
  );

  test('small files of a batch whose answers were lost are told as done, each once', async () => {
    world.line.forget();
    await desktop.pause();
    const names = ['Foto 1.pdf', 'Foto 2.pdf', 'Foto 3.pdf'];
    for (const name of names) await world.write(desktop, at(name), randomBytes(20_000));
    const lost = world.line.loseAnswer('recordsSend');
    await desktop.resume();
    await lost.met;
    await desktop.pause();
    await desktop.resume();
    for (const name of names) await world.versions(name, 1);
    await world.nothingLost();
    expect(refused()).toEqual([]);
    const uploaded = desktop.steps.filter(({ type }) => type === 'uploaded').slice(-names.length);
    expect(uploaded.map(({ data }) => (data as { file: { name: string } }).file.name).sort()).toEqual(names);
  });

  test('a download goes on at the part that is there', async () => {
    const reader = await world.desktop(await world.person('Luis'));
    await world.nothingLost();
    world.line.forget();
    const cut = world.line.cutDown('versionContent', 16 * MIB);
    const name = 'Plano grande.pdf';
    await world.write(desktop, at(name), randomBytes(24 * MIB));
    await cut.met;
    reader.runner.wake();
    await eventually(
      async () => (await reader.read(at(name)))?.length === 24 * MIB,
      () => world.logs(),
    );
    await world.nothingLost();
    expect(refused()).toEqual([]);
    const starts = reader.steps.filter(
      ({ type, data }) => type === 'downloading' && JSON.stringify(data ?? {}).includes(name),
    );
    expect(starts.length).toBe(2);
    expect(starts[1]?.progress).toBeGreaterThan(10);
  });
});
