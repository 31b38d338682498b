/**
 * Remembers an answer for a while, so that readers who ask often cost its source little. Whoever asks meanwhile waits for the same
 * answer.
 * @returns a function that gives the answer; undefined where there was none within `patienceMs`, or it failed
 */
export function remembered<T>(
  ask: () => Promise<T>,
  { keptMs, patienceMs }: { readonly keptMs: number; readonly patienceMs: number },
  now: () => number = () => performance.now(),
): () => Promise<T | undefined> {
  let answer: { readonly value: T; readonly at: number } | undefined;
  let asking: Promise<T | undefined> | undefined;

  async function askAnew(): Promise<T | undefined> {
    try {
      const value = await ask();
      answer = { value, at: now() };
      return value;
    } catch {
      answer = undefined;
      return undefined;
    } finally {
      asking = undefined;
    }
  }

  return () => {
    if (answer && now() - answer.at < keptMs) return Promise.resolve(answer.value);
    asking ??= askAnew();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const late = setTimeout(() => resolve(undefined), patienceMs);
    return Promise.race([asking, promise]).finally(() => clearTimeout(late));
  };
}
