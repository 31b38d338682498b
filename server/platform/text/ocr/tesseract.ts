import { imageHead } from '#shared/documents/image-head.ts';
import { ProgramFault, runFenced } from '../../fence/fenced-program.ts';
import { findFence } from '../../fence/find-fence.ts';
import type { ProgramLimits } from '../../fence/limits.ts';
import type { FencePlan } from '../../fence/plan.ts';
import { openWorkFolder, type WorkFolder } from '../../fence/work-folder.ts';
import type { Extraction, PageText } from '../extract/extraction.ts';
import { OCR_LIMITS, type Ocr, type OcrLimits } from './ocr.ts';
import { sureWords } from './words.ts';

const LANGUAGE = 'spa';
const MB = 1024 ** 2;
/** Longest side of a page that is drawn for recognition, in pixels: A4 at some 220 points an inch. */
const SIDE = 2_500;
/** A small file may unpack into an enormous picture. */
const MEMORY_BYTES = 2 * 1024 ** 3;

/** The exit code of `pdftoppm` past the last page. */
const NO_SUCH_PAGE = 99;
/** A page that is too large is skipped. After this many failures in a row the document is given up. */
const FAILURES = 3;

/** Limits for each call of either program. */
const LIMITS: ProgramLimits = {
  wallMs: 30_000,
  cpuSeconds: 30,
  addressBytes: MEMORY_BYTES,
  dataBytes: MEMORY_BYTES,
  // They are asked to write no file; libraries may write small ones.
  fileBytes: 16 * MB,
  openFiles: 64,
  processes: 16,
  outputBytes: 32 * MB,
};

/** A program of the system, and how it is started here. */
interface Tool {
  readonly program: string;
  readonly plan: FencePlan;
}

export interface OcrSurroundings {
  readonly log: { info(about: object, message: string): void };
  /** The data folder, which the programs must not see. */
  readonly dataDir: string;
  /** Limits for one document: tests set shorter ones. */
  readonly limits?: OcrLimits;
}

/**
 * Tesseract with Spanish, and poppler's `pdftoppm` to draw the pages of scanned PDFs. Both are programs of the system,
 * run behind the fences that it offers (decision 0044), which are logged.
 * @returns null where one of them is not installed
 */
export async function findTesseract({
  log,
  dataDir,
  limits = OCR_LIMITS,
}: OcrSurroundings): Promise<Ocr | null> {
  async function find(program: string, args: readonly string[]): Promise<Tool | null> {
    const plan = await findFence({ probe: { program, args }, limits: LIMITS, hide: dataDir, forks: true });
    if (plan) log.info({ program, holds: plan.holds, missing: plan.missing }, 'fences of a program');
    return plan && { program, plan };
  }
  const reader = await find('tesseract', ['--list-langs']);
  const drawer = reader && (await find('pdftoppm', ['-v']));
  if (!drawer) return null;
  const languages = await runTool(reader, ['--list-langs']);
  return languages.toString().split(/\s+/).includes(LANGUAGE)
    ? createTesseract(reader, drawer, limits)
    : null;
}

/** Runs it once in a working folder of its own. @throws ProgramFault */
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

function createTesseract(reader: Tool, drawer: Tool, limits: OcrLimits): Ocr {
  const closed = new AbortController();

  async function wordsOn(picture: Uint8Array, signal: AbortSignal): Promise<string> {
    const args = ['stdin', 'stdout', '-l', LANGUAGE, '--psm', '3', 'tsv'];
    const table = await runTool(reader, args, { stdin: picture, signal });
    return sureWords(table.toString('utf8'));
  }

  /** @returns null past the last page @throws ProgramFault where the document or this page cannot be drawn */
  async function draw(
    page: number,
    source: string,
    folder: WorkFolder,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    // However large the page says it is, this is the size at which it is drawn.
    const only = ['-f', String(page), '-l', String(page), '-scale-to', String(SIDE)];
    try {
      return await runTool(drawer, ['-gray', '-png', ...only, source], { folder, signal });
    } catch (error) {
      if (error instanceof ProgramFault && error.code === NO_SUCH_PAGE) return null;
      throw error;
    }
  }

  async function readPages(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction> {
    const pages: PageText[] = [];
    const folder = await openWorkFolder(drawer.plan.owner);
    let page = 1;
    let failures = 0;
    try {
      const source = await folder.put('source', bytes);
      for (; page <= limits.pages && failures < FAILURES && !signal.aborted; page += 1) {
        const picture = await draw(page, source, folder, signal).catch(() => undefined);
        if (picture === null) break;
        failures = picture === undefined ? failures + 1 : 0;
        const text = picture ? await wordsOn(picture, signal).catch(() => '') : '';
        if (text !== '') pages.push({ page, text });
      }
    } finally {
      await folder.remove();
    }
    const truncated = signal.aborted || failures === FAILURES || page > limits.pages;
    return pages.length > 0 ? { pages, truncated } : { none: signal.aborted ? 'timeout' : 'empty' };
  }

  async function readPicture(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction> {
    const { width, height } = imageHead(bytes) ?? { width: 0, height: 0 };
    if (width * height > limits.pixels) return { none: 'too_large' };
    try {
      const text = await wordsOn(bytes, signal);
      return text === '' ? { none: 'empty' } : { pages: [{ page: null, text }], truncated: false };
    } catch {
      return { none: signal.aborted ? 'timeout' : 'corrupt' };
    }
  }

  return {
    async read(bytes, kind) {
      if (bytes.length > limits.fileBytes) return { none: 'too_large' };
      const signal = AbortSignal.any([AbortSignal.timeout(limits.timeMs), closed.signal]);
      return kind === 'pdf' ? readPages(bytes, signal) : readPicture(bytes, signal);
    },
    close: () => closed.abort(),
  };
}
