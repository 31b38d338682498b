import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type PagesFault, pagedKind } from '#shared/documents/pages.ts';
import { ProgramFault, runFenced } from '../fence/fenced-program.ts';
import { findFence } from '../fence/find-fence.ts';
import type { ProgramLimits } from '../fence/limits.ts';
import type { FencePlan } from '../fence/plan.ts';
import type { Wall } from '../fence/walls.ts';
import { openWorkFolder, type WorkFolder } from '../fence/work-folder.ts';
import { MADE_MAX, NoPages, type PageMaker } from './page-maker.ts';

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

/**
 * A document can name other files, of the computer or of the network, that the program would put on its pages. So it runs
 * only where it sees neither.
 */
const NEEDED: readonly Wall[] = ['no network', 'only its folder'];

/** The export filter of each kind. Pages beyond these are left out. */
const FILTERS = {
  text: 'writer_pdf_Export',
  sheet: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
} as const;
const PAGES = 500;
const OPTIONS = {
  PageRange: { type: 'string', value: `1-${PAGES}` },
  // For screen readers.
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ReduceImageResolution: { type: 'boolean', value: 'true' },
  MaxImageResolution: { type: 'long', value: '150' },
};

/** Tried once: an installation without the part for text documents is none. */
const SAMPLE = Buffer.from('Legajo');

export interface LibreOfficeSurroundings {
  readonly log: { info(about: object, message: string): void; warn(about: object, message: string): void };
  /** The data folder, which the program must not see. */
  readonly dataDir: string;
}

/**
 * LibreOffice, behind the fences that this system offers (decision 0044).
 * @returns null where it is not installed, does not work, or cannot be kept from other files and the network
 */
export async function findLibreOffice({ log, dataDir }: LibreOfficeSurroundings): Promise<PageMaker | null> {
  const probe = { program: PROGRAM, args: ['--version'] };
  const plan = await findFence({ probe, limits: LIMITS, hide: dataDir, forks: true });
  if (!plan) return null;
  log.info({ program: PROGRAM, holds: plan.holds, missing: plan.missing }, 'fences of a program');
  const missing = NEEDED.filter((wall) => !plan.holds.includes(wall));
  if (missing.length > 0) {
    log.warn({ program: PROGRAM, missing, todo: 'install bubblewrap' }, 'no pages are drawn');
    return null;
  }
  const version = await inFolder(plan, async (_, run) => String(await run(probe.args)).trim());
  const make = (bytes: Uint8Array, extension: string): Promise<Buffer> => draw(plan, bytes, extension);
  try {
    await make(SAMPLE, 'rtf');
  } catch (error) {
    log.warn({ err: error, program: PROGRAM, todo: 'install libreoffice-writer' }, 'no pages are drawn');
    return null;
  }
  return { version, make };
}

async function draw(plan: FencePlan, bytes: Uint8Array, extension: string): Promise<Buffer> {
  const kind = pagedKind(`x.${extension}`);
  if (!kind) throw new NoPages('kind');
  const began = performance.now();
  return inFolder(plan, async (folder, run) => {
    const source = await folder.put(`source.${extension}`, bytes);
    const to = `pdf:${FILTERS[kind]}:${JSON.stringify(OPTIONS)}`;
    await run([
      `-env:UserInstallation=file://${folder.path}/profile`,
      ...['--headless', '--norestore', '--nologo', '--convert-to', to, '--outdir', folder.path, source],
    ]).catch((error: unknown) => {
      if (!(error instanceof ProgramFault)) throw error;
      throw new NoPages(faultOf(error, performance.now() - began));
    });
    // It ends without an error also where it could not read the file.
    return readMade(join(folder.path, 'source.pdf'));
  });
}

/** Works in a folder that is the program's own and goes afterwards. */
async function inFolder<T>(
  plan: FencePlan,
  work: (folder: WorkFolder, run: (args: readonly string[]) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const folder = await openWorkFolder(plan.owner);
  const own = { program: PROGRAM, limits: LIMITS, folder: folder.path };
  try {
    return await work(folder, (args) => runFenced(plan, { ...own, args }));
  } finally {
    await folder.remove();
  }
}

const faultOf = ({ code }: ProgramFault, ms: number): PagesFault =>
  code === null && ms >= LIMITS.wallMs ? 'timeout' : 'failed';

/** Reads what the program wrote. It may have been taken over: a link would lead to other files. */
async function readMade(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!file) throw new NoPages('failed');
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.nlink !== 1 || stats.size > MADE_MAX) throw new NoPages('failed');
    const made = await file.readFile();
    if (!made.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new NoPages('failed');
    return made;
  } finally {
    await file.close();
  }
}
