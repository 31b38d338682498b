import { unzipSync, zipSync } from 'fflate';

/** Random numbers from 0 to 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Change = (bytes: Buffer, at: number, random: () => number) => Buffer;

const CHANGES: readonly Change[] = [
  (bytes, at, random) => set(bytes, at, random() * 256),
  (bytes, at, random) => set(bytes, at, (bytes[at] ?? 0) ^ (1 << (random() * 8))),
  // Deletes or repeats bytes, or overwrites them with values that break counters and lengths.
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random() * 64)]),
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at + random() * 64), bytes.subarray(at)]),
  (bytes, at, random) => bytes.fill(random() < 0.5 ? 0xff : 0, at, Math.min(bytes.length, at + 8)),
  // Inserts growing numbers and nested elements.
  (bytes, at) =>
    Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(
        bytes
          .subarray(at, at + 4)
          .toString('latin1')
          .replace(/\d/g, '99')
          .replace(/</g, '<<'),
        'latin1',
      ),
      bytes.subarray(at + 4),
    ]),
];

function set(bytes: Buffer, at: number, value: number): Buffer {
  bytes[at] = value;
  return bytes;
}

/** One to eight changes at random places. */
export function mutate(bytes: Uint8Array, random: () => number): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = 1 + random() * 8; left >= 1; left -= 1) {
    const change = CHANGES[Math.floor(random() * CHANGES.length)];
    if (change) changed = change(changed, Math.floor(random() * changed.length), random);
  }
  return changed;
}

/** Changes one part of an office document, which a change of its compressed bytes seldom reaches. */
export function mutatePart(office: Uint8Array, random: () => number): Buffer {
  const files = unzipSync(new Uint8Array(office));
  const parts = Object.keys(files).filter((name) => /\.(xml|rels)$/.test(name));
  const part = parts[Math.floor(random() * parts.length)] ?? '';
  files[part] = new Uint8Array(mutate(files[part] ?? new Uint8Array(), random));
  return Buffer.from(zipSync(files, { level: 0 }));
}
