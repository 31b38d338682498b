import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that the transaction leaves running still has this context after its end, so a flag says whether it is open. */
const open = new AsyncLocalStorage<{ active: boolean }>();

/** Marks what runs inside a transaction, so that a query beside it throws instead of waiting for ever. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { active: true };
  try {
    return await open.run(mark, work);
  } finally {
    mark.active = false;
  }
}

/**
 * Throws where code inside `insideTransaction` asks the pool for another connection instead of using its transaction.
 * On the one connection of PGlite it would wait for ever; on PostgreSQL it would read outside the transaction.
 */
export function refuseInsideTransaction(): void {
  if (open.getStore()?.active) {
    throw new Error('The outer database was used inside a transaction: pass the transaction on instead');
  }
}
