import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createFactories } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { openIdentity } from './identity.ts';

describe('a secret that is made anew', () => {
  const database = useTestDatabase('pglite');

  it('is told in the log where there are people whose second steps it sealed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'legajo-identity-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const config = loadConfig({ DATA_DIR: dataDir });
    const { db } = database();
    const said: string[] = [];
    const log = pino({}, { write: (line: string) => said.push(line) });
    const open = () => openIdentity(config, { db, engine: 'pglite', log }, () => new Date());
    await db.deleteFrom('users').execute();
    await open();
    expect(said).toEqual([]);
    const make = createFactories(db);
    await make.person(await make.organization());
    await open();
    expect(said).toEqual([]);
    await rm(join(dataDir, 'keys', 'secret.key'));
    await open();
    expect(said).toEqual([expect.stringContaining('keys/secret.key was missing')]);
  });
});
