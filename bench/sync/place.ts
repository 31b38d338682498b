import { join } from 'node:path';
import { type RunningServer, startServer } from '../../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../../server/testing/factories.ts';
import { inFolder, openIn } from '../lib/databases.ts';
import { type Program, start } from './programs.ts';

/** A server with one library whose new files become documents without a question, and its two people. */
export interface Place {
  readonly server: RunningServer;
  readonly library: string;
  /** On the same disk as the server's data. */
  readonly folder: string;
  /** E-mail addresses; the password of both is `TEST_PASSWORD`. */
  readonly people: readonly [string, string];
}

/** Path of the library below a sync root: organization and library. */
export const HOME = join('Andes', 'Calidad');

/**
 * @param fill inserts something into the library before the server starts
 * @param url the address of an empty PostgreSQL database; without it the server has the embedded one
 */
export async function withServer<T>(
  work: (place: Place) => Promise<T>,
  fill?: (dataDir: string, library: string) => Promise<void>,
  url?: string,
): Promise<T> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, 'server');
    const database = await openIn(dataDir, url);
    const make = createFactories(database.db);
    const { organization, library } = await make.workplace();
    const person = () => make.person(organization, { libraries: [[library, ['upload']]] });
    const people = [(await person()).email, (await person()).email] as const;
    await database.close();
    await fill?.(dataDir, library.id);
    const server = await startServer({
      ...(url ? { DATABASE_URL: url } : {}),
      DATA_DIR: dataDir,
      DEMO: 'no',
      LOG_LEVEL: 'error',
    });
    try {
      return await work({ server, library: library.id, folder, people });
    } finally {
      await server.stop({ keepData: true });
    }
  });
}

/** The engine as a separate program, as on a server; `--once` ends it when nothing is left to do. */
export function startEngine(
  { server }: Place,
  email: string,
  root: string,
  ...more: readonly string[]
): Program {
  const cli = join(import.meta.dirname, '../../src/main/sync/host/cli/cli.ts');
  const args = ['--server', server.url, '--root', root, '--user', email, '--state', `${root}.state`];
  return start(process.execPath, [cli, ...args, ...more], { LEGAJO_PASSWORD: TEST_PASSWORD });
}
