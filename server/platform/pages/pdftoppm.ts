import type { ProgramLimits } from '../fence/limits.ts';
import { NoPages, type PageMaker } from './page-maker.ts';
import { findWalledProgram, type Surroundings, type WalledProgram } from './walled-program.ts';

/** Its version changes nothing that anybody sees at this size, so what it drew stays when it is updated. */
const PROGRAM = 'pdftoppm';
const MB = 1024 ** 2;

/** For one page, which may claim to be enormous or hold enormous pictures. */
const LIMITS: ProgramLimits = {
  wallMs: 20_000,
  cpuSeconds: 15,
  addressBytes: null,
  dataBytes: 1024 * MB,
  // It writes to its standard output alone; libraries may write small files.
  fileBytes: 16 * MB,
  openFiles: 64,
  processes: 16,
  outputBytes: 2 * MB,
};

/** The longest side of a thumbnail, in pixels: a card of the grid on a screen of two pixels a point. */
const SIDE = '480';
/** Of 100. A page full of text takes 36 kB, and a scan no more. */
const QUALITY = '70';
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The program of poppler that draws the first page of a PDF as a small JPEG.
 * @returns null where it is not installed, or cannot be kept from other files and the network
 */
export async function findPdftoppm(surroundings: Surroundings): Promise<PageMaker | null> {
  const found = await findWalledProgram({ program: PROGRAM, probe: ['-v'], limits: LIMITS }, surroundings);
  return found && { version: `${PROGRAM} ${SIDE} ${QUALITY}`, make: (bytes) => draw(found, bytes) };
}

async function draw(program: WalledProgram, bytes: Uint8Array): Promise<Buffer> {
  return program.inFolder(async (folder, run) => {
    const source = await folder.put('source.pdf', bytes);
    // However large the page says it is, this is the size at which it is drawn.
    const size = ['-f', '1', '-l', '1', '-cropbox', '-scale-to', SIDE];
    const made = await run([...size, '-jpeg', '-jpegopt', `quality=${QUALITY},optimize=y`, source]);
    if (!made.subarray(0, JPEG.length).equals(JPEG)) throw new NoPages('failed');
    return made;
  });
}
