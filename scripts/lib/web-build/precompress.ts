import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What compresses well: fonts and pictures are compressed already. */
const TEXTS = /\.(html|m?js|css|svg|json|wasm)$/;
/** Below this many bytes the answer's head is the larger part. */
const LEAST_BYTES = 512;

/**
 * Writes `x.br` and `x.gz` beside each file of the build that compresses well, as small as zlib makes them: this
 * happens once, and the server only sends (server/platform/http/answers/precompressed.ts). For the web build: the desktop reads
 * its files from the disk.
 *
 * @param folder of the build, absolute
 */
export function precompress(folder: string): Plugin {
  return {
    name: 'legajo:precompress',
    apply: 'build',
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(
          names.filter((name) => TEXTS.test(name)).map((name) => compress(join(folder, name))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const made = { br: await brotli(bytes, { params }), gz: await zip(bytes, { level: 9 }) };
  for (const [ending, smaller] of Object.entries(made))
    if (smaller.length < bytes.length) await writeFile(`${file}.${ending}`, smaller);
}
