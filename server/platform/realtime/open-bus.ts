import type { Deps } from '../deps.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

/** In process where the database is, else by the database's own NOTIFY between all server processes on it. */
export function openBus({ engine, config, db, log }: Pick<Deps, 'engine' | 'config' | 'db' | 'log'>): Bus {
  if (engine === 'postgres' && config.databaseUrl) {
    return createPostgresBus({ url: config.databaseUrl, db, log });
  }
  return createLocalBus();
}
