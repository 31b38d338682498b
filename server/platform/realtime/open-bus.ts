import type { Deps } from '../deps.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

/** In process with the embedded database; else by NOTIFY between all server processes of the database. */
export function openBus({ engine, config, db, log }: Pick<Deps, 'engine' | 'config' | 'db' | 'log'>): Bus {
  if (engine === 'postgres' && config.databaseUrl) {
    return createPostgresBus({ url: config.databaseUrl, db, log });
  }
  return createLocalBus();
}
