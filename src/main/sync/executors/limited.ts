/** Runs `action` over all items, at most `limit` at once. Throws the first failure after all have ended. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T;
      next += 1;
      await action(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** The same over an async iterable: the next item is requested only while fewer than `limit` are running. */
export async function forEachComing<T>(
  source: AsyncIterable<T>,
  limit: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const coming = source[Symbol.asyncIterator]();
  const worker = async () => {
    for (let next = await coming.next(); !next.done; next = await coming.next()) await action(next.value);
  };
  const ends = await Promise.allSettled(Array.from({ length: limit }, worker));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
