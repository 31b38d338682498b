import type { Readable } from 'node:stream';

/** A whole stream in memory. Use it only where the size was checked before. */
export async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
