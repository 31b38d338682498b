import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiskWorld } from '../../testing/disk-world.ts';
import { type RunOptions, runCommand } from '../../testing/run-command.ts';

/** What nobody should have to read: English, codes, stacks; and a sentence about a folder, before any is synced. */
const WRONG = /Warning|Error:|\bat .*\.ts|Invalid|esa carpeta|su lugar/;

describe('what is given to the command', () => {
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

  const on = (server: string, user = world.ana.email) => [
    ...['--server', server, '--root', join(folder, 'Legajo'), '--user', user],
    ...['--state', join(folder, 'state'), '--once', '--settle', '100'],
  ];
  /** Where nobody answers: what is said does not come from the server. */
  const NOWHERE = 'http://127.0.0.1:1';

  test.each<[string, RunOptions]>([
    ['none, and nobody who could type it (cron, systemd)', { password: undefined }],
    ['an empty line', { password: undefined, typed: '\n' }],
    ['the end of the input in the middle of it', { password: undefined, typed: '' }],
    ['an empty one in the environment', { password: '' }],
  ])('a password that is missing: %s', async (_what, options) => {
    const { code, said } = await runCommand(on(NOWHERE), options);
    expect(said).toMatch(/Falta la contraseña\..*LEGAJO_PASSWORD/);
    expect(said).not.toMatch(WRONG);
    expect(code).toBe(2);
  });

  test.each(['/login', '/#/bibliotecas', '/documentos?x=1', '/api', '/api/', '?x=1#y'])(
    'an address copied from the browser: its host is what counts, not %s',
    async (rest) => {
      const { code, said } = await runCommand(on(`${world.server.url}${rest}`));
      expect(said).toMatch(/En línea: todo al día/);
      expect(code).toBe(0);
    },
  );

  test.each(['ftp://legajo.cl', 'localhost:4870', 'https://ana:clave@legajo.cl', 'https://'])(
    'an address that is none: %s',
    async (server) => {
      const { code, said } = await runCommand(on(server));
      expect(said).toMatch(/La dirección del servidor no se entiende\. Escríbela completa/);
      expect(code).toBe(2);
    },
  );

  test.each<[string[], string]>([
    [['--settle', '-5'], 'Falta el valor de --settle.'],
    [['--settle=-5'], '--settle lleva un número de 0 o más, y «-5» no lo es.'],
    [['--limit-up', 'mucho'], '--limit-up lleva un número de 0 o más, y «mucho» no lo es.'],
    [['--limit-down', ''], '--limit-down lleva un número de 0 o más, y «» no lo es.'],
    // It would compare everything without a pause.
    [['--rescan', '0'], '--rescan lleva un número de 5 o más, y «0» no lo es.'],
    [['--rescan', 'Infinity'], '--rescan lleva un número de 5 o más, y «Infinity» no lo es.'],
    [['--state'], 'Falta el valor de --state.'],
    [['--once=1'], '--once va sin valor.'],
    [['Mis documentos'], 'Sobra «Mis documentos»: todo lo que se indica va después de una opción.'],
    [['--libreria', 'x'], 'No se entiende la opción --libreria'],
  ])('%j is said by its name, with the help', async (more, words) => {
    const { code, said } = await runCommand([...on(NOWHERE), ...more]);
    expect(said).toContain(words);
    expect(said).toContain('Lo que necesita:');
    expect(said).not.toMatch(WRONG);
    expect(code).toBe(2);
  });

  test('an answer to a question that was not asked: each says so, and the rest is synced', async () => {
    const { code, said } = await runCommand([
      ...on(world.server.url),
      ...['--accept-deletes', '--accept-removals'],
    ]);
    expect(said).toMatch(/nada que dejar de sincronizar[\s\S]*nada que quitar de este equipo/);
    expect(code).toBe(0);
  });

  test('a password that comes through a pipe', async () => {
    const ended = await runCommand(on(world.server.url), { password: undefined, typed: 'otra-clave\n' });
    expect(ended).toEqual({ code: 1, said: expect.stringMatching(/contraseña no son correctos/) });
  });

  test.each(['autora', 'autora@', '@andes.cl'])('a user that is no e-mail: %s', async (user) => {
    const { code, said } = await runCommand(on(NOWHERE, user));
    expect(said).toContain(`«${user}» no es un correo. En --user va el correo`);
    expect(code).toBe(2);
  });

  test('a sign-in that the server cannot read is not about a folder', async () => {
    const { code, said } = await runCommand(on(world.server.url), { password: 'x'.repeat(1000) });
    expect(said).toMatch(/no entiende el correo, la contraseña o el código/);
    expect(said).not.toMatch(WRONG);
    expect(code).toBe(2);
  });
});
