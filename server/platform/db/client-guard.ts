import { AsyncLocalStorage } from 'node:async_hooks';

/** Survives in what the work leaves running behind it, hence the flag. */
const open = new AsyncLocalStorage<{ active: boolean }>();

/** Marks what runs inside a transaction, so that a query beside it is an error and not a wait without end. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { active: true };
  try {
    return await open.run(mark, work);
  } finally {
    mark.active = false;
  }
}

/**
 * Throws where code inside `insideTransaction` asks the pool for another connection instead of using its
 * transaction: on the one connection of PGlite that would wait for ever, and on PostgreSQL it would read outside.
 */
export function refuseInsideTransaction(): void {
  if (open.getStore()?.active) {
    throw new Error('The outer database was used inside a transaction: pass the transaction on instead');
  }
}
