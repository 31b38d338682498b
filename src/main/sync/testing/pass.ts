/** Lets bytes through up to a limit; there no more are read, and `end` is called. */
export function pass(
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream,
  limit: number,
  count: (bytes: number) => void,
  end: () => void,
): void {
  let passed = 0;
  from.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, limit - passed));
    const isLast = part.length < chunk.length;
    passed += part.length;
    count(part.length);
    if (isLast) from.pause();
    const flows = to.write(part, () => isLast && end());
    if (!flows && !isLast) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  });
  from.on('end', () => to.end());
}
