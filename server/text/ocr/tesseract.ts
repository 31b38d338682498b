import { imageHead } from '#shared/domain/image-head.ts';
import type { Extraction, PageText } from '../extract/extraction.ts';
import { ProgramFault, runFenced } from '../fence/fenced-program.ts';
import { findFence } from '../fence/find-fence.ts';
import type { ProgramLimits } from '../fence/limits.ts';
import type { FencePlan } from '../fence/plan.ts';
import { openWorkFolder, type WorkFolder } from '../fence/work-folder.ts';
import { OCR_LIMITS, type Ocr } from './ocr.ts';
import { sureWords } from './words.ts';

const LANGUAGE = 'spa';
const MB = 1024 ** 2;

/** Of each call of either program. */
const LIMITS: ProgramLimits = {
  wallMs: 30_000,
  cpuSeconds: 30,
  addressBytes: OCR_LIMITS.memoryBytes,
  dataBytes: OCR_LIMITS.memoryBytes,
  // They are asked to write none: this is for what a library keeps.
  fileBytes: 16 * MB,
  openFiles: 64,
  processes: 16,
  outputBytes: 32 * MB,
};

/** A program of the system's, and how it is run here. */
interface Tool {
  readonly program: string;
  readonly plan: FencePlan;
}

export interface OcrSurroundings {
  readonly log: { info(about: object, message: string): void };
  /** The data folder, which the programs shall not see. */
  readonly dataDir: string;
}

/**
 * Tesseract with Spanish, and poppler's `pdftoppm` to draw the pages of scanned PDFs: programs of the system's, run
 * behind the fences that this system has (decision 0044), which it tells the log.
 * @returns null where one of them is not installed
 */
export async function findTesseract({ log, dataDir }: OcrSurroundings): Promise<Ocr | null> {
  async function find(program: string, args: readonly string[]): Promise<Tool | null> {
    const plan = await findFence({ probe: { program, args }, limits: LIMITS, hide: dataDir, forks: true });
    if (plan) log.info({ program, holds: plan.holds, missing: plan.missing }, 'fences of a program');
    return plan && { program, plan };
  }
  const reader = await find('tesseract', ['--list-langs']);
  const drawer = reader && (await find('pdftoppm', ['-v']));
  if (!drawer) return null;
  const languages = await runTool(reader, ['--list-langs']);
  return languages.toString().split(/\s+/).includes(LANGUAGE) ? createTesseract(reader, drawer) : null;
}

/** Runs it once in a folder of its own. @throws ProgramFault */
async function runTool(
  { program, plan }: Tool,
  args: readonly string[],
  more: { stdin?: Uint8Array; signal?: AbortSignal; folder?: WorkFolder } = {},
): Promise<Buffer> {
  const folder = more.folder ?? (await openWorkFolder(plan.owner));
  try {
    return await runFenced(plan, { ...more, program, args, limits: LIMITS, folder: folder.path });
  } finally {
    if (!more.folder) await folder.remove();
  }
}

function createTesseract(reader: Tool, drawer: Tool): Ocr {
  const closed = new AbortController();

  async function wordsOn(picture: Uint8Array, signal: AbortSignal): Promise<string> {
    const args = ['stdin', 'stdout', '-l', LANGUAGE, '--psm', '3', 'tsv'];
    const table = await runTool(reader, args, { stdin: picture, signal });
    return sureWords(table.toString('utf8'));
  }

  /** @returns null past the last page @throws ProgramFault where a page kills the program */
  async function draw(
    page: number,
    source: string,
    folder: WorkFolder,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    // However large the page says that it is, so large it is drawn.
    const only = ['-f', String(page), '-l', String(page), '-scale-to', String(OCR_LIMITS.side)];
    try {
      const png = await runTool(drawer, ['-gray', '-png', ...only, source], { folder, signal });
      return png.length > 0 ? png : null;
    } catch (error) {
      // It says by its code that there is no such page, or no document.
      if (error instanceof ProgramFault && error.code !== null) return null;
      throw error;
    }
  }

  async function readPages(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction> {
    const pages: PageText[] = [];
    const folder = await openWorkFolder(drawer.plan.owner);
    let page = 1;
    try {
      const source = await folder.put('source', bytes);
      for (; page <= OCR_LIMITS.pages && !signal.aborted; page += 1) {
        // A page that is too much costs itself.
        const picture = await draw(page, source, folder, signal).catch(() => undefined);
        if (picture === null) break;
        const text = picture ? await wordsOn(picture, signal).catch(() => '') : '';
        if (text !== '') pages.push({ page, text });
      }
    } finally {
      await folder.remove();
    }
    const truncated = signal.aborted || page > OCR_LIMITS.pages;
    return pages.length > 0 ? { pages, truncated } : { none: signal.aborted ? 'timeout' : 'empty' };
  }

  async function readPicture(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction> {
    const { width, height } = imageHead(bytes) ?? { width: 0, height: 0 };
    if (width * height > OCR_LIMITS.pixels) return { none: 'too_large' };
    try {
      const text = await wordsOn(bytes, signal);
      return text === '' ? { none: 'empty' } : { pages: [{ page: null, text }], truncated: false };
    } catch {
      return { none: signal.aborted ? 'timeout' : 'corrupt' };
    }
  }

  return {
    async read(bytes, kind) {
      if (bytes.length > OCR_LIMITS.fileBytes) return { none: 'too_large' };
      const signal = AbortSignal.any([AbortSignal.timeout(OCR_LIMITS.timeMs), closed.signal]);
      return kind === 'pdf' ? readPages(bytes, signal) : readPicture(bytes, signal);
    },
    close: () => closed.abort(),
  };
}
