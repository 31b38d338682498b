import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Random bytes for many ids: to ask the system for each costs more than everything else here. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

/** Random bytes that nobody else was given, in memory that is written over later. */
function randomId(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

let lastMs = 0;
let counter = 0;

/**
 * A UUIDv7. Its time comes first, so rows are ordered as they were made. Within one millisecond of one process a
 * counter keeps the order (PostgreSQL makes such ids only from version 18 on, PGlite not at all).
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now;
    counter = randomId().readUInt16BE() & 0x3ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  const bytes = randomId();
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
