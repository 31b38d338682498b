import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramLimits } from '../fence/limits.ts';
import { MADE_MAX, NoPages, type PageMaker } from './page-maker.ts';
import { asTheyAre, photoPages } from './photo-pages.ts';
import { findWalledProgram, readMade, type Surroundings, type WalledProgram } from './walled-program.ts';

/** It has no way to tell its version alone, so what it drew stays when it is updated. */
const PROGRAM = 'heif-convert';
const MB = 1024 ** 2;

/** For one photo. A phone's has 12 to 50 million pixels, of which each takes a few bytes. */
const LIMITS: ProgramLimits = {
  wallMs: 30_000,
  cpuSeconds: 25,
  addressBytes: null,
  dataBytes: 1024 * MB,
  fileBytes: MADE_MAX,
  openFiles: 64,
  processes: 64,
  outputBytes: MB,
};

/** Of 100: nobody sees a difference from the photo, and it stays about as large. */
const QUALITY = '88';
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Several photos in one file, such as a burst; more are left out. */
const PHOTOS = 20;

/**
 * The converter of libheif, which draws the photos of iPhones (HEIC). Decoders that could be shipped are LGPL, so it is a
 * program that the operator installs.
 * @returns null where it is not installed, or cannot be kept from other files and the network
 */
export async function findHeifConvert(surroundings: Surroundings): Promise<PageMaker | null> {
  const found = await findWalledProgram({ program: PROGRAM, probe: ['-h'], limits: LIMITS }, surroundings);
  // Pages that were kept before they had the size of their photos are drawn again.
  const version = `${PROGRAM} ${QUALITY} by pixels`;
  return found && { version, make: (bytes, extension) => draw(found, bytes, extension) };
}

async function draw(program: WalledProgram, bytes: Uint8Array, extension: string): Promise<Buffer> {
  const photos = await program.inFolder(async (folder, run) => {
    const source = await folder.put(`source.${extension}`, bytes);
    await run(['-q', QUALITY, source, join(folder.path, 'made.jpg')]);
    // One photo is `made.jpg`; of several each has its number.
    const names = (await readdir(folder.path)).filter((name) => /^made(-\d+)?\.jpg$/.test(name));
    const inOrder = names.sort((one, other) => numberIn(one) - numberIn(other)).slice(0, PHOTOS);
    const read: Buffer[] = [];
    let left = MADE_MAX;
    for (const name of inOrder) {
      const photo = await readMade(join(folder.path, name), JPEG, left);
      left -= photo.length;
      read.push(photo);
    }
    return read;
  });
  if (photos.length === 0) throw new NoPages('failed');
  // The converter has turned them upright.
  return photoPages(photos, asTheyAre);
}

const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);
