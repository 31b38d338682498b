import { copyTemplate, startCluster } from '../../server/testing/postgres-cluster.ts';

const TEMPLATE = 'company';

/** A PostgreSQL of the driver's own, with a database for each history. */
export interface Databases {
  /** The database that the company is made in. */
  readonly template: string;
  /** Copies the company for a history. @returns the copy's address */
  copy(seed: number): Promise<string>;
  drop(seed: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabases(): Promise<Databases> {
  const cluster = await startCluster({ durable: false });
  await cluster.admin(`create database ${TEMPLATE}`);
  const nameOf = (seed: number) => `seed_${seed}`;
  return {
    template: cluster.url(TEMPLATE),
    async copy(seed) {
      await cluster.admin(copyTemplate(nameOf(seed), TEMPLATE));
      return cluster.url(nameOf(seed));
    },
    drop: (seed) => cluster.admin(`drop database if exists ${nameOf(seed)} with (force)`),
    stop: () => cluster.stop(),
  };
}
