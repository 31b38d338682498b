import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type Config, loadConfig } from './config.ts';
import { type Database, openDatabase } from './platform/db/client.ts';
import { changeEpoch } from './platform/db/installation.ts';
import { migrations } from './platform/db/migrations/migrations.ts';
import { startFault } from './start-fault.ts';
import { t } from './texts.ts';

/** Why a command does nothing: one line for whoever runs it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What a maintenance command works on. */
export interface Installation {
  readonly config: Config;
  readonly database: Database;
}

/** Values of options by their name, as `parseArgs` gives them. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command<Asked> {
  /** One line that begins with `npm run`. */
  readonly usage: string;
  readonly options?: ParseArgsOptionsConfig;
  /** What is asked for, or undefined where the arguments make no sense: then the usage is printed. */
  read?(given: Given): Asked | undefined;
  readonly needs?: Needs;
  run(installation: Installation, asked: Asked): Promise<void>;
}

interface Needs {
  /** The command reads or writes contents: `DATA_DIR/files` must exist, also with PostgreSQL. */
  readonly files?: boolean;
  /** The command uses only what every version of the schema has had. */
  readonly anyVersion?: boolean;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** No installation there, or only half of one: a backup may have brought the files alone. */
function nothingAt(where: string, dataDir: string): CommandError {
  const files = join(dataDir, 'files');
  const hasFiles = isFolder(files) && readdirSync(files).length > 0;
  return new CommandError(t(hasFiles ? 'command.databaseMissing' : 'command.nothing', { where }));
}

/** The names of the migrations that ran; null where nobody ever migrated this database. */
async function migrationsOf({ db }: Database): Promise<string[] | null> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null and to_regclass('installation') is not null as there
  `.execute(db);
  if (!tables[0]?.there) return null;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function requireInstallation(database: Database, dataDir: string, anyVersion: boolean): Promise<void> {
  const where = database.engine === 'pglite' ? 'DATA_DIR' : 'DATABASE_URL';
  const ran = await migrationsOf(database);
  const row = ran && (await sql`select 1 from installation`.execute(database.db)).rows[0];
  if (!ran || !row) throw nothingAt(where, dataDir);
  if (anyVersion) return;
  if (ran.some((name) => !(name in migrations))) throw new CommandError(t('command.newer', { where }));
  if (ran.length < Object.keys(migrations).length) throw new CommandError(t('command.older', { where }));
}

/**
 * Opens an installation that exists. Never creates or migrates one: with a mistyped DATA_DIR a command would otherwise
 * report on, or change, an empty installation of its own making.
 * @throws CommandError where there is none, or one of another version
 */
async function openInstallation(config: Config, { files, anyVersion = false }: Needs): Promise<Installation> {
  const { dataDir, databaseUrl } = config;
  // Opening the embedded database would create it, and its lock.
  if (!databaseUrl && !isThere(join(dataDir, 'db', 'PG_VERSION'))) throw nothingAt('DATA_DIR', dataDir);
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await requireInstallation(database, dataDir, anyVersion);
    if (files && !isFolder(join(dataDir, 'files'))) throw new CommandError(t('command.filesMissing'));
    // Closing the database removes the trace of the unclean stop that the next start of the server would look for.
    if (database.uncleanStop) await changeEpoch(database.db);
    return { config, database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The server's package, where there are no types any more, is started without npm. */
const asPackaged = (usage: string): string =>
  import.meta.url.endsWith('.ts') ? usage : usage.replaceAll(/npm run (\S+)(?: --)?/g, 'node legajo.mjs $1');

/**
 * Reads the arguments, opens the installation, runs the command and closes it. `--help` prints the usage and touches
 * nothing; neither do arguments that are unknown. Exits with 1 where the command cannot run.
 */
export async function runCommand<Asked = unknown>(
  command: Command<Asked>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const usage = t('command.usage', { usage: asPackaged(command.usage) });
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(usage);
    return;
  }
  const asked = readArguments(command, argv);
  if (asked === null) {
    if (argv.length > 0) console.error(t('command.unknown', { given: argv.join(' ') }));
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  try {
    const installation = await openInstallation(loadConfig(process.env), command.needs ?? {});
    await command.run(installation, asked.value).finally(() => installation.database.close());
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : (startFault(error) ?? error));
    process.exit(1);
  }
}

function readArguments<Asked>(
  { options = {}, read }: Command<Asked>,
  argv: readonly string[],
): { readonly value: Asked } | null {
  let given: Given;
  try {
    given = parseArgs({ args: [...argv], options, allowPositionals: read !== undefined }) as Given;
  } catch {
    return null;
  }
  if (!read) return { value: undefined as Asked };
  const value = read(given);
  return value === undefined ? null : { value };
}
