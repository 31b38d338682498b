import { readFile } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { BUNDLE_TYPE, bundleHead } from '#shared/contract/bundle.ts';
import { contract } from '#shared/contract/contract.ts';
import { RemoteError, type Result, type SmallFile, type TransferOptions } from '../ports/remote.ts';
import type { HttpClient } from './http-client.ts';
import { answerOf, itemError, remoteError, strangeAnswer } from './http-errors.ts';

/** Files are gathered up to this size before they are written to the socket. */
const PIECE_BYTES = 256 * 1024;

/**
 * Sends small files in one body, a result each. `files` carry absolute paths and keep to `BUNDLE_MAX`.
 * Raises `RemoteError`: of the kind `mismatch` where one cannot be read as long as it was said to be.
 */
export async function sendBundle(
  http: HttpClient,
  files: readonly SmallFile[],
  { signal }: TransferOptions,
): Promise<readonly Result<void>[]> {
  const { up } = http.network;
  const { method, path } = contract.uploadBatch;
  const head = bundleHead(files.map(({ version, size }) => ({ key: version.key, size })));
  let unread: RemoteError | undefined;
  const body = () => {
    const read = Readable.from(
      pieces(head, files, (error) => {
        unread = error;
      }),
    );
    return up.limited ? pipeline(read, up.stream(signal), () => undefined) : read;
  };
  const response = await http
    .request({
      method,
      url: path,
      data: body,
      timeout: 0,
      ...(signal ? { signal } : {}),
      headers: {
        'content-length': String(files.reduce((sum, { size }) => sum + size, head.length)),
        'content-type': BUNDLE_TYPE,
      },
    })
    .catch((error: unknown) => {
      throw unread ?? error;
    });
  if (response.status >= 300) throw remoteError(response, response.data);
  const { results } = answerOf(contract.uploadBatch.result, response);
  return files.map(({ version }, at) => {
    const result = results[at];
    if (result?.key !== version.key) throw strangeAnswer('Results of other files');
    return result.ok ? { ok: true, value: undefined } : { ok: false, error: itemError(result.error) };
  });
}

/** The body, read as it goes. One that is shorter or longer than was said would shift all that come after it. */
async function* pieces(
  head: Uint8Array,
  files: readonly SmallFile[],
  onUnread: (error: RemoteError) => void,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [head];
  let length = head.length;
  for (const { path, size } of files) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes?.length !== size) {
      const error = new RemoteError('mismatch', 'file_changed', path);
      onUnread(error);
      throw error;
    }
    waiting.push(bytes);
    length += size;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
