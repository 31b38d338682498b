import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { Command } from '../../testing/command.ts';
import { eventually } from '../../testing/desktop.ts';
import { DiskWorld, empty } from '../../testing/disk-world.ts';
import { runCommand } from '../../testing/run-command.ts';

/** What nobody should have to read: codes, English, stacks. */
const TECHNICAL = /ECONNREFUSED|strange_answer|bad_credentials|Error:|HTTP \d|\bat .*\.ts|Invalid|Unknown/;

describe('the command speaks to whoever runs it', () => {
  let world: DiskWorld;
  let folder: string;

  beforeAll(async () => {
    world = await DiskWorld.start();
    folder = await mkdtemp(join(tmpdir(), 'legajo-cli-'));
  });
  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (args: readonly string[], password = TEST_PASSWORD) => runCommand(args, { password });
  const on = (server: string, user = world.ana.email) => [
    ...['--server', server, '--root', join(folder, 'Legajo'), '--user', user],
    ...['--state', join(folder, 'state'), '--once', '--settle', '100'],
  ];

  test('the help says what is needed, and how it ends', async () => {
    const { code, said } = await run(['--help']);
    expect(code).toBe(0);
    expect(said).toMatch(
      /Mantiene una carpeta[\s\S]*Lo que necesita[\s\S]*Cómo termina[\s\S]*3 {2}Legajo necesita/,
    );
  });

  test.each<[string, () => string[], number, RegExp]>([
    ['nothing at all', () => [], 2, /Falta --server, --root, --user/],
    ['an option that is not known', () => ['--servidor', 'x'], 2, /No se entiende la opción --servidor/],
    ['an address that is none', () => on('legajo'), 2, /La dirección del servidor no se entiende/],
    ['an address where nobody answers', () => on('http://127.0.0.1:1'), 1, /El servidor no responde/],
  ])('%s', async (_what, args, code, words) => {
    const ended = await run(args());
    expect(ended.said).toMatch(words);
    expect(ended.said).not.toMatch(TECHNICAL);
    expect(ended.code).toBe(code);
  });

  test('while the server is away it waits, says so once, and begins when it is there', async () => {
    const waiting = await world.prepare();
    const { port } = new URL(world.server.url);
    let tries = 0;
    const line = createServer((socket) => {
      tries += 1;
      // As while a server is being updated.
      if (tries <= 2) socket.destroy();
      else socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
    const server = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
    const command = new Command(world, waiting, { once: false, args: ['--server', server] });
    await eventually(
      () => /En línea: todo al día/.test(command.output),
      () => command.output,
    );
    expect(command.output.match(/El servidor no responde\. Se intentará/g)).toHaveLength(1);
    expect(command.output).not.toMatch(TECHNICAL);
    await command.stop();
    expect((await command.ended).code).toBe(0);
    line.close();
  });

  test('while it waits for the server it can be stopped', async () => {
    const waiting = await world.prepare();
    const command = new Command(world, waiting, { once: false, args: ['--server', 'http://127.0.0.1:1'] });
    await eventually(
      () => /Se intentará hasta que responda/.test(command.output),
      () => command.output,
    );
    await command.stop();
    expect((await command.ended).code).toBe(0);
  });

  test('a wrong password', async () => {
    const ended = await run(on(world.server.url), 'otra-clave-2026');
    expect(ended.code).toBe(1);
    expect(ended.said).not.toMatch(TECHNICAL);
    expect(ended.said).toMatch(/contraseña/i);
  });

  test('a run that ends well, and one on a folder that another one has', async () => {
    const ended = await run(on(world.server.url));
    expect(ended.said).toMatch(/En línea/);
    expect(ended.code).toBe(0);
    const busy = await world.prepare();
    const first = new Command(world, busy, { once: false });
    await eventually(
      () => /En línea: todo al día/.test(first.output),
      () => first.output,
    );
    const second = new Command(world, busy);
    expect((await second.ended).code, second.output).toBe(1);
    expect(second.output).toMatch(/Otro Legajo ya sincroniza esta carpeta/);
    // Whatever it remembers, and below it too: two would make each file a document twice.
    const root = busy.root;
    for (const [place, words] of [
      [root, /Otro Legajo ya sincroniza esta carpeta/],
      [join(root, 'Dentro'), /dentro de otra que Legajo ya sincroniza/],
    ] as const) {
      const other = await run([...on(world.server.url), '--root', place, '--state', join(folder, 'otro')]);
      expect([other.code, other.said]).toEqual([1, expect.stringMatching(words)]);
      if (place !== root) expect(other.said).toContain(`«${root}»`);
    }
    // Nothing was made in it.
    expect(existsSync(join(root, 'Dentro'))).toBe(false);
    await first.stop();
  });

  test('a new folder around one that is synced is refused, before anything is made in it', async () => {
    const inner = await world.prepare();
    const first = new Command(world, inner);
    expect((await first.ended).code, first.output).toBe(0);
    const around = dirname(inner.root);
    const other = await run([...on(world.server.url), '--root', around, '--state', join(folder, 'otro')]);
    expect([other.code, other.said]).toEqual([1, expect.stringMatching(/o la contiene/)]);
    expect(other.said).toContain(`«${inner.root}»`);
    expect(existsSync(join(around, '.legajo'))).toBe(false);
  });

  test('a library that is not there is no reason to say that all is well', async () => {
    const ended = await run([...on(world.server.url), '--library', 'Bibloteca mal escrita']);
    expect([ended.code, ended.said]).toEqual([
      1,
      expect.stringMatching(/No hay una biblioteca «Bibloteca mal escrita»/),
    ]);
    expect(ended.said).not.toMatch(/todo al día/);
  });

  test('a library that was chosen by name is synced under its new name', async () => {
    const desktop = await world.prepare();
    const args = ['--library', 'Calidad'];
    const first = new Command(world, desktop, { args });
    expect((await first.ended).code, first.output).toBe(0);
    const rename = (name: string) =>
      world.server.database.db
        .updateTable('groups')
        .set({ name })
        .where('id', '=', world.library.id)
        .execute();
    await rename('Calidad y obra');
    await world.save(desktop, world.path('Acta de obra.txt'), 'acta de obra');
    const second = new Command(world, desktop, { args });
    const { code } = await second.ended;
    await rename('Calidad');
    expect(code, second.output).toBe(0);
    expect((await world.records('Acta de obra.txt')).length).toBe(1);
    expect(second.output).not.toMatch(/No hay una biblioteca/);
  });

  test('a folder that is a file', async () => {
    const file = join(folder, 'archivo.txt');
    await writeFile(file, '');
    const ended = await run([...on(world.server.url), '--root', file]);
    expect([ended.code, ended.said]).toEqual([1, expect.stringMatching(/no es una carpeta/)]);
    expect(ended.said).not.toMatch(TECHNICAL);
  });

  test.runIf(process.platform === 'linux')('a folder that cannot be made', async () => {
    for (const place of [
      ['--root', '/proc/legajo/x'],
      ['--state', '/proc/legajo'],
    ]) {
      const ended = await run([...on(world.server.url), ...place]);
      expect([ended.code, ended.said]).toEqual([1, expect.stringMatching(/No se puede crear la carpeta/)]);
    }
  });

  test('what it remembers is not kept in the folder that it syncs', async () => {
    for (const place of ['Legajo', 'Legajo/estado']) {
      const ended = await run([...on(world.server.url), '--state', join(folder, place)]);
      expect([ended.code, ended.said]).toEqual([1, expect.stringMatching(/--state está dentro/)]);
    }
  });

  test('a session that somebody ended is its end, so that whoever started it hears of it', async () => {
    const desktop = await world.prepare();
    const command = new Command(world, desktop, { once: false });
    await eventually(
      () => /En línea: todo al día/.test(command.output),
      () => command.output,
    );
    await world.server.database.db
      .updateTable('refresh_families')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', world.ana.id)
      .execute();
    await world.save(desktop, world.path('Después.txt'), 'después');
    expect((await command.ended).code, command.output).toBe(1);
    expect(command.output).toMatch(/La sesión terminó/);
    expect(String(await desktop.read(world.path('Después.txt')))).toBe('después');
  });

  test.runIf(process.platform === 'linux')('one line for each file, whatever its name holds', async () => {
    const desktop = await world.prepare();
    await world.save(desktop, world.path('Línea\n1\u001b[2J.txt'), 'acta');
    const command = new Command(world, desktop, { once: false });
    await eventually(
      () => /En línea: todo al día/.test(command.output),
      () => command.output,
    );
    await command.stop();
    expect(command.output).toMatch(/^\S+ Pendiente: «.*Línea\u240a1\u241b\[2J\.txt»\. Su nombre/mu);
  });

  test.runIf(process.platform === 'linux')(
    'what is not synced is said while it runs, with a remedy, and that it is over',
    async () => {
      const desktop = await world.prepare();
      const link = desktop.path(world.path('enlace.txt'));
      await world.save(desktop, world.path('Acta.txt'), 'acta');
      await symlink(desktop.path(world.path('Acta.txt')), link);
      const command = new Command(world, desktop, { once: false });
      const says = (words: RegExp) =>
        eventually(
          () => words.test(command.output),
          () => command.output,
        );
      await says(/No se sincroniza: «.*enlace\.txt»\. Es un enlace/);
      await says(/En línea: todo al día\./);
      // It says so only once it has looked.
      expect(command.output.indexOf('todo al día')).toBeGreaterThan(command.output.indexOf('Creado como'));
      await rm(link);
      await says(/Ya no está pendiente: «.*enlace\.txt»\./);
      await command.stop();
      expect(command.output).toContain('Al terminar. Nada queda pendiente.');
    },
  );

  test.runIf(process.platform === 'linux')(
    'while a question waits it does not say that nothing is pending',
    async () => {
      const desktop = await world.prepare();
      const names = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => world.path(`Plano ${n}.txt`));
      for (const name of names) await world.save(desktop, name, name);
      await symlink(desktop.path(names[0] ?? ''), desktop.path(world.path('enlace.txt')));
      const command = new Command(world, desktop, { once: false });
      await eventually(
        () => /En línea: todo al día/.test(command.output),
        () => command.output,
      );
      for (const name of [...names, world.path('enlace.txt')]) await rm(desktop.path(name));
      expect((await command.ended).code, command.output).toBe(3);
      expect(command.output).toMatch(/No se sincroniza: «.*enlace\.txt»/);
      expect(command.output).not.toContain('Nada queda pendiente');
    },
  );

  test('a folder that is empty all at once: it stops, and says how to go on', async () => {
    const desktop = await world.prepare();
    await world.save(desktop, world.path('Acta.txt'), 'acta');
    const first = new Command(world, desktop);
    expect((await first.ended).code, first.output).toBe(0);
    await empty(desktop.root);
    const second = new Command(world, desktop);
    expect((await second.ended).code, second.output).toBe(3);
    expect(second.output).toMatch(
      /no encontramos la carpeta en que había (un archivo|\d+ archivos)[\s\S]*--root/,
    );
  });
});
