import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SAMPLE = join(import.meta.dirname, 'samples/photo.jpg');
/** The most that a part of a JPEG can hold. */
const PART = 65_533;

/**
 * A JPEG of 60 × 40 pixels, blue, with a red quarter at its beginning (left above).
 * @param orientation what a camera's notes say of how it is held, 1 to 8
 * @param bytes it is filled with remarks to be larger than this
 */
export async function photoFile(orientation: number, bytes = 0): Promise<Buffer> {
  const photo = await readFile(SAMPLE);
  const notes = Buffer.alloc(32);
  notes.write('Exif\0\0MM\0*', 0, 'latin1');
  notes.writeUInt32BE(8, 10);
  notes.writeUInt16BE(1, 14);
  notes.writeUInt16BE(0x0112, 16);
  notes.writeUInt16BE(3, 18);
  notes.writeUInt32BE(1, 20);
  notes.writeUInt16BE(orientation, 24);
  const remarks = Array.from({ length: Math.ceil(bytes / PART) }, () => part(0xfe, Buffer.alloc(PART)));
  return Buffer.concat([photo.subarray(0, 2), part(0xe1, notes), ...remarks, photo.subarray(2)]);
}

function part(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
