import type { Readable } from 'node:stream';

/** All that a stream has, in memory: only for what was measured before. */
export async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
