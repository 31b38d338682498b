import { createSHA256 } from 'hash-wasm';
import type { HashAnswer, HashRequest } from './hash-messages.ts';

/** Hashes a file in a worker, with a library: browsers have no streaming hash. */

const PIECE = 4 * 1024 ** 2;

const answer = (message: HashAnswer): void => postMessage(message);

async function hash({ file, checkpointEvery }: HashRequest): Promise<void> {
  const whole = await createSHA256();
  const beginning = checkpointEvery ? await createSHA256() : undefined;
  let next = checkpointEvery ?? Number.POSITIVE_INFINITY;
  for (let offset = 0; offset < file.size; offset += PIECE) {
    const bytes = await file.slice(offset, offset + PIECE).arrayBuffer();
    whole.update(new Uint8Array(bytes));
    const read = offset + bytes.byteLength;
    if (beginning && read >= next) {
      answer({ kind: 'checkpoint', offset: read, sha256: beginning.load(whole.save()).digest() });
      next = read + (checkpointEvery ?? 0);
    }
  }
  answer({ kind: 'done', sha256: whole.digest() });
}

addEventListener('message', (event: MessageEvent<HashRequest>) => {
  hash(event.data).catch(() => answer({ kind: 'failed' }));
});
