import { join } from 'node:path';
import { PAGES_DRAWN, pagedKind } from '#shared/documents/pages.ts';
import type { ProgramLimits } from '../fence/limits.ts';
import { MADE_MAX, NoPages, type PageMaker } from './page-maker.ts';
import { findWalledProgram, readMade, type Surroundings, type WalledProgram } from './walled-program.ts';

const PROGRAM = 'soffice';
const MB = 1024 ** 2;

/** For one document. */
const LIMITS: ProgramLimits = {
  wallMs: 90_000,
  cpuSeconds: 60,
  // It reserves more than it uses.
  addressBytes: null,
  dataBytes: 2048 * MB,
  fileBytes: MADE_MAX,
  openFiles: 256,
  processes: 64,
  outputBytes: MB,
};

/** The export filter of each kind. */
const FILTERS = {
  text: 'writer_pdf_Export',
  sheet: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
} as const;
const OPTIONS = {
  PageRange: { type: 'string', value: `1-${PAGES_DRAWN}` },
  // For screen readers.
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ReduceImageResolution: { type: 'boolean', value: 'true' },
  MaxImageResolution: { type: 'long', value: '150' },
};

/** Tried once: an installation without the part for text documents is none. */
const SAMPLE = Buffer.from('Legajo');

/**
 * LibreOffice, which draws office files.
 * @returns null where it is not installed, does not work, or cannot be kept from other files and the network
 */
export async function findLibreOffice(surroundings: Surroundings): Promise<PageMaker | null> {
  const probe = ['--version'];
  const found = await findWalledProgram({ program: PROGRAM, probe, limits: LIMITS }, surroundings);
  if (!found) return null;
  const program = await found.inFolder(async (_, run) => String(await run(probe)).trim());
  // What was drawn with fewer pages does not say whether there are more.
  const version = `${program} ${PAGES_DRAWN}`;
  const make = (bytes: Uint8Array, extension: string): Promise<Buffer> => draw(found, bytes, extension);
  try {
    await make(SAMPLE, 'rtf');
  } catch (error) {
    const todo = 'install libreoffice-writer';
    surroundings.log.warn({ err: error, program: PROGRAM, todo }, 'no pages are drawn');
    return null;
  }
  return { version, make };
}

async function draw(program: WalledProgram, bytes: Uint8Array, extension: string): Promise<Buffer> {
  const kind = pagedKind(`x.${extension}`);
  if (!kind || kind === 'photo') throw new NoPages('kind');
  return program.inFolder(async (folder, run) => {
    const source = await folder.put(`source.${extension}`, bytes);
    const to = `pdf:${FILTERS[kind]}:${JSON.stringify(OPTIONS)}`;
    await run([
      `-env:UserInstallation=file://${folder.path}/profile`,
      ...['--headless', '--norestore', '--nologo', '--convert-to', to, '--outdir', folder.path, source],
    ]);
    // It ends without an error also where it could not read the file.
    return readMade(join(folder.path, 'source.pdf'), Buffer.from('%PDF-'), MADE_MAX);
  });
}
