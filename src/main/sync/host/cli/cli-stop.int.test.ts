import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

/** Minutes long at the slow rate, in kB per second: it is certain to be stopped on its way. */
const SLOW = '5';
const bytes = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);

let world: DiskWorld;

beforeEach(async () => {
  world = await DiskWorld.start();
});
afterEach(() => world?.stop());

test.each([
  ['within a turn', 900_000, 'SIGTERM'],
  ['beside the turns', 1_300_000, 'SIGINT'],
] as const)('stopped in a download %s: no failure, and what is left is said', async (_what, size, signal) => {
  const desktop = await world.prepare();
  const name = `Plano ${size}.pdf`;
  await world.document(name, bytes(size));
  world.requests.length = 0;
  const command = new Command(world, desktop, { once: false, args: ['--limit-down', SLOW] });
  await eventually(
    () => world.requests.some((request) => /^GET .*content/.test(request)),
    () => `${command.output}\n${world.requests.join('\n')}`,
  );
  command.child.kill(signal);
  expect(await command.ended, command.output).toEqual({ code: 0, signal: null });
  expect(command.output).not.toMatch(/No se pudo sincronizar|no responde|Sin conexión/);
  expect(command.output).toMatch(/Al terminar\. Pendientes: 1\./);
  expect(command.output).toContain(`Pendiente: «${world.path(name)}». Falta terminar de traerlo; seguirá`);
});

/** A line to the server that at some moment takes and gives nothing more, as a server does that stands still. */
async function hangingLine() {
  const { port } = new URL(world.server.url);
  const sockets = new Set<Socket>();
  let hangs = false;
  const line = createServer((socket) => {
    const on = connect(Number(port), '127.0.0.1');
    for (const each of [socket, on]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    if (!hangs) socket.pipe(on).pipe(socket);
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  return {
    taken: () => sockets.size,
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    hang: () => {
      hangs = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      line.close();
    },
  };
}

/** Far less than the time after which a call that nobody answers is given up. */
const SOON_MS = 15_000;

test.each(['at rest', 'with an edit on its way', 'before it has signed in'])(
  'stopped while the server stands still, %s: it does not wait for it',
  async (when) => {
    const desktop = await world.prepare();
    const line = await hangingLine();
    if (when === 'before it has signed in') line.hang();
    const command = new Command(world, desktop, { once: false, args: ['--server', line.url] });
    if (when === 'before it has signed in') {
      // Its handlers of signals are there once it has made its folder or waits for an answer.
      await eventually(() => line.taken() > 0, 'the call');
    } else {
      await eventually(
        () => /En línea: todo al día/.test(command.output),
        () => command.output,
      );
      line.hang();
      if (when === 'with an edit on its way') {
        await world.save(desktop, world.path('Nota.txt'), 'escrito sin servidor');
        await sleep(1000);
      }
    }
    const begun = performance.now();
    command.child.kill('SIGINT');
    expect(await command.ended, command.output).toEqual({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
    line.close();
  },
);
