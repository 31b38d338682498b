import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Extraction, PageText } from '../extract/extraction.ts';
import { OCR_LIMITS, type Ocr, type ScanKind } from './ocr.ts';
import { sureWords } from './words.ts';

const LANGUAGE = 'spa';
const OUTPUT_BYTES = 8 * 1024 ** 2;
/** Seconds that one call of a program may take. */
const CALL_MS = 30_000;

/**
 * Tesseract with Spanish, and poppler's `pdftoppm` to draw the pages of scanned PDFs: programs of the system's, run
 * without a shell's eyes on the document, below normal priority and with bounded memory and time.
 * @returns null where one of them is not installed
 */
export async function findTesseract(): Promise<Ocr | null> {
  const never = new AbortController().signal;
  const languages = await run('tesseract', ['--list-langs'], never).catch(() => null);
  const drawer = await run('pdftoppm', ['-v'], never).catch(() => null);
  const hasSpanish = languages?.toString().split(/\s+/).includes(LANGUAGE);
  return hasSpanish && drawer !== null ? createTesseract() : null;
}

function createTesseract(): Ocr {
  const closed = new AbortController();

  async function pageOf(file: string, signal: AbortSignal): Promise<string> {
    const table = await run('tesseract', [file, 'stdout', '-l', LANGUAGE, '--psm', '3', 'tsv'], signal);
    return sureWords(table.toString('utf8'));
  }

  async function readPages(folder: string, source: string, signal: AbortSignal): Promise<PageText[]> {
    const pages: PageText[] = [];
    for (let page = 1; page <= OCR_LIMITS.pages && !signal.aborted; page += 1) {
      const only = ['-f', String(page), '-l', String(page), '-scale-to', String(OCR_LIMITS.side)];
      // Past the last page it says so, and draws nothing.
      await run('pdftoppm', ['-gray', '-png', ...only, source, join(folder, 'page')], signal).catch(
        () => null,
      );
      const [drawn] = (await readdir(folder)).filter((name) => name.startsWith('page'));
      if (!drawn) return pages;
      const text = await pageOf(join(folder, drawn), signal).catch(() => '');
      await rm(join(folder, drawn));
      if (text !== '') pages.push({ page, text });
    }
    return pages;
  }

  return {
    async read(bytes, kind) {
      if (bytes.length > OCR_LIMITS.fileBytes) return { none: 'too_large' };
      const late = AbortSignal.timeout(OCR_LIMITS.timeMs);
      const signal = AbortSignal.any([late, closed.signal]);
      const folder = await mkdtemp(join(tmpdir(), 'legajo-ocr-'));
      try {
        const source = join(folder, 'source');
        await writeFile(source, bytes, { mode: 0o600 });
        return await recognize(kind, folder, source, signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => closed.abort(),
  };

  async function recognize(
    kind: ScanKind,
    folder: string,
    source: string,
    signal: AbortSignal,
  ): Promise<Extraction> {
    if (kind === 'pdf') {
      const pages = await readPages(folder, source, signal);
      const truncated = signal.aborted || pages.length === OCR_LIMITS.pages;
      return pages.length > 0 ? { pages, truncated } : { none: signal.aborted ? 'timeout' : 'empty' };
    }
    try {
      const text = await pageOf(source, signal);
      return text === '' ? { none: 'empty' } : { pages: [{ page: null, text }], truncated: false };
    } catch {
      return { none: signal.aborted ? 'timeout' : 'corrupt' };
    }
  }
}

/** Runs a program and gives what it wrote. @throws where it fails, takes too long, or is not there */
function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Buffer> {
  // The shell sets the bounds and is then the program: nothing of the document is ever a part of its text.
  const bounded = `ulimit -v ${OCR_LIMITS.memoryKb} && exec nice -n 10 "$0" "$@"`;
  const [command, given] =
    process.platform === 'win32' ? [program, args] : ['sh', ['-c', bounded, program, ...args]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...given], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '', OMP_THREAD_LIMIT: '1' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > OUTPUT_BYTES) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`${program} ended with ${code}`)),
    );
  });
}
