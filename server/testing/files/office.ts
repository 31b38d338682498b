import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createChanges } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { openMailer } from '../../platform/mail/open-mailer.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { TestDatabase } from '../test-database.ts';
import { noPages } from './pages.ts';

/** The dependencies of a server process's jobs, with a clock of their own, and a folder for bytes and mails. */
export interface Office {
  readonly deps: Deps;
  /** Milliseconds of the clock, which `deps.now` returns. */
  readonly clock: { at: number };
  /** Number of statements sent through `deps.db` since the last call, without those that begin and end transactions. */
  statements(): number;
}

/** @returns one set for several jobs, as in one process */
export async function openOffice({ db, engine }: TestDatabase): Promise<Office> {
  const dataDir = await mkdtemp(join(tmpdir(), 'legajo-office-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = loadConfig({ DATA_DIR: dataDir });
  const clock = { at: Date.now() };
  let sent = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const now = (): Date => new Date(clock.at);
  return {
    deps: {
      ...{ config, db: counted, engine, now },
      changes: createChanges(counted, () => undefined, now),
      storage: await openStorage({ dataDir, db: counted, log: pino({ level: 'silent' }) }),
      pages: noPages(dataDir),
      mailer: await openMailer(config),
      log: pino({ level: 'silent' }),
    },
    clock,
    statements() {
      const count = sent;
      sent = 0;
      return count;
    },
  };
}
