import { randomUUID } from 'node:crypto';

let last = 0;

/** A UUIDv7: its time first, never falling within this process. */
export function newId(): string {
  last = Math.max(last + 1, Date.now());
  const time = last.toString(16).padStart(12, '0');
  // All after the version's digit is random, as in a UUIDv4; Node makes those a hundred at a time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
