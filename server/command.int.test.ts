import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommandHere, runServerCommand } from './testing/command.ts';
import { makeDocument, sha256Of } from './testing/documents.ts';
import type {} from './testing/global-setup.ts';
import { useTestServer } from './testing/http.ts';

/** Each maintenance command, with arguments that it accepts. */
const COMMANDS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['verify.ts'],
  ['reset-cursors.ts'],
  ['reset-cursors.ts', '--former-name'],
  ['totp-reset.ts', 'ana@example.cl'],
  ['sessions-end.ts', '--all'],
  ['sessions-end.ts', '--user', 'ana@example.cl'],
  ['demo/cli.ts', '--records', '1'],
];
const PROGRAMS = [...new Set(COMMANDS.map(([program]) => program))];
const NOTHING_THERE = /^(DATA_DIR|DATABASE_URL): aquí no hay una instalación de Legajo/;

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a maintenance command', () => {
  const server = useTestServer({ engine: 'postgres' });
  const emptyName = `empty_${randomUUID().replaceAll('-', '')}`;
  let folder = '';
  let emptyUrl = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legajo-command-'));
    const { adminUrl } = inject('testDatabases').postgres;
    await query(adminUrl, `create database ${emptyName}`);
    const url = new URL(adminUrl);
    url.pathname = `/${emptyName}`;
    emptyUrl = url.href;
  });
  afterAll(async () => {
    await query(inject('testDatabases').postgres.adminUrl, `drop database ${emptyName} with (force)`);
    await rm(folder, { recursive: true, force: true });
  });

  const live = () => ({ DATABASE_URL: server().database.url, DATA_DIR: server().config.dataDir });
  const epoch = () => server().database.db.selectFrom('installation').select('epoch').executeTakeFirst();

  it.each(COMMANDS)('makes no installation where none is: %s %s %s', async (program, ...given) => {
    const args = given.filter((each) => each !== undefined);
    const mistyped = join(folder, 'dato');
    for (const env of [
      { DATA_DIR: mistyped },
      { DATA_DIR: folder },
      { DATA_DIR: mistyped, DATABASE_URL: emptyUrl },
    ]) {
      const { code, lines } = await runCommandHere(program, args, env);
      expect([code, lines]).toEqual([1, [expect.stringMatching(NOTHING_THERE)]]);
      expect(await readdir(folder)).toEqual([]);
    }
    const tables = await query(emptyUrl, "select 1 from pg_tables where schemaname = 'public'");
    expect(tables).toEqual([]);
  });

  it('says which half of an installation is missing', async () => {
    const half = await mkdtemp(join(tmpdir(), 'legajo-half-'));
    try {
      await mkdir(join(half, 'files', 'a'), { recursive: true });
      for (const env of [{ DATA_DIR: half }, { DATA_DIR: half, DATABASE_URL: emptyUrl }]) {
        const { code, lines } = await runCommandHere('verify.ts', [], env);
        expect([code, lines]).toEqual([1, [expect.stringContaining('pero no su base de datos')]]);
      }
      expect(await readdir(half)).toEqual(['files']);
      await rm(join(half, 'files'), { recursive: true });
      const { code, lines } = await runCommandHere('verify.ts', [], { ...live(), DATA_DIR: half });
      expect([code, lines]).toEqual([1, [expect.stringContaining('faltan los archivos')]]);
    } finally {
      await rm(half, { recursive: true, force: true });
    }
  });

  it.each(PROGRAMS)('refuses unknown arguments, answers --help, and touches nothing: %s', async (program) => {
    const before = await epoch();
    const usage = expect.stringMatching(/^Uso: npm run /);
    const help = await runServerCommand(program, ['--help'], live());
    expect(help).toEqual({ code: 0, lines: [usage] });
    for (const args of [['--nope'], ['nope', '--nope=1'], ['uno@a.cl', 'dos@a.cl']]) {
      const refused = await runCommandHere(program, args, live());
      expect(refused).toEqual({
        code: 1,
        lines: [`No se entienden estos argumentos: ${args.join(' ')}`, usage],
      });
    }
    expect(await epoch()).toEqual(before);
  });

  it('works on no database of another version, unless it needs nothing of it', async () => {
    const { url = '' } = server().database;
    await query(url, "insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '')");
    const newer = await runCommandHere('verify.ts', [], live());
    expect([newer.code, newer.lines]).toEqual([1, [expect.stringContaining('más nueva')]]);
    await query(url, "delete from kysely_migration where name = '9999-tomorrow'");

    const latest = '(select max(name) from kysely_migration)';
    const [taken] = await query(url, `delete from kysely_migration where name = ${latest} returning *`);
    const older = await runCommandHere('verify.ts', [], live());
    expect([older.code, older.lines]).toEqual([1, [expect.stringContaining('Inicia el servidor una vez')]]);
    expect((await runServerCommand('reset-cursors.ts', [], live())).code).toBe(0);
    const { name, timestamp } = taken as { name: string; timestamp: string };
    await query(url, `insert into kysely_migration values ('${name}', '${timestamp}')`);
  });

  it('verify warns of files that the database does not know, but for those that are just being written', async () => {
    const { make, signIn, config } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    await makeDocument(server(), await signIn(person.email), library);
    const strangers = ['uno', 'dos'].map((word) => Buffer.from(`${word} ${randomUUID()}`));
    const pathOf = (bytes: Buffer) =>
      join(config.dataDir, 'files', sha256Of(bytes).slice(0, 1), sha256Of(bytes));
    const [old, fresh] = strangers as [Buffer, Buffer];
    for (const bytes of strangers) {
      await mkdir(join(pathOf(bytes), '..'), { recursive: true });
      await writeFile(pathOf(bytes), bytes);
    }
    expect((await runCommandHere('verify.ts', [], live())).code).toBe(0);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(pathOf(old), hourAgo, hourAgo);
    const { code, lines } = await runServerCommand('verify.ts', [], live());
    expect(code).toBe(3);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^Aviso: .* 1 que la base de datos no conoce \\(${sha256Of(old)}\\)`)),
      expect.stringMatching(/^Todo en orden: 1 contenidos/),
    ]);
    expect(lines.join('')).not.toContain(sha256Of(fresh));
    await rm(pathOf(old));
    await rm(pathOf(fresh));
  });
});
