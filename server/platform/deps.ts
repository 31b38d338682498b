import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Changes } from './db/change.ts';
import type { Schema } from './db/schema.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Pages } from './pages/pages.ts';
import type { Storage } from './storage/storage.ts';

/** What services are made from. These are ports only: tests pass real ones over other folders and databases. */
export interface Deps {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  readonly engine: 'pglite' | 'postgres';
  readonly changes: Changes;
  readonly storage: Storage;
  readonly pages: Pages;
  readonly mailer: Mailer;
  readonly log: Logger;
  /** The database's clock, which all processes share (shared-clock.ts); tests move it. */
  readonly now: () => Date;
}
