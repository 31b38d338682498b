import { isIncomplete } from '../file-completeness.ts';

/** Whether a file with this name and these bytes is incomplete. It reads no more at once than it may. */
export const check = (name: string, bytes: Uint8Array) =>
  isIncomplete(name, bytes.length, async (offset, length) => {
    if (offset < 0 || length > 70_000) throw new RangeError(`a read of ${length} bytes from ${offset}`);
    return bytes.subarray(offset, offset + length);
  });
export const text = (value: string) => Uint8Array.from(value, (character) => character.charCodeAt(0));
export const joined = (...parts: readonly Uint8Array[]) => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
/** Bytes that do not compress well, always the same. */
export const noise = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7919) % 251);
export const u32 = (value: number, little = true) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, little);
  return bytes;
};

/** A part of a film. */
export const box = (type: string, content: Uint8Array) =>
  joined(u32(content.length + 8, false), text(type), content);
const COMPOUND = text('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
export const RIFF = text('RIFF');
export const SEVEN_ZIP = text("7z\xbc\xaf'\x1c\0\x04");
/** So many bytes that say nothing. */
export const x = (count: number) => new Uint8Array(count).fill(0x78);

/** A compound file of 512-byte sectors with its allocation table in the last but one, and its directory in the last. */
export function compoundFile(): Uint8Array {
  const bytes = joined(COMPOUND, noise(512 * 8 - 8));
  const view = new DataView(bytes.buffer);
  view.setUint16(0x1e, 9, true);
  view.setUint32(0x2c, 1, true);
  view.setUint32(0x30, 6, true);
  view.setUint32(0x4c, 5, true);
  return bytes;
}

/** Whether each of these is complete: what is made with each of the lengths. */
export const endsAt = async (make: (length: number) => Uint8Array, ...lengths: readonly number[]) =>
  Promise.all(lengths.map(async (length) => !(await check('sin nombre', make(length)))));
