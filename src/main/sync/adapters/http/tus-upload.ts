import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline, Readable, type Transform } from 'node:stream';
import { DefaultHttpStack, DetailedError, Upload } from 'tus-js-client';
import { SINGLE_REQUEST_BYTES } from '#shared/platform/limits.ts';
import { type PendingVersion, RemoteError, type TransferOptions } from '../../ports/remote.ts';
import type { HttpClient } from './http-client.ts';
import { noAnswer, remoteError, unexpectedAnswer } from './http-errors.ts';

const UPLOADS = '/docs/uploads';
const READ_BYTES = 1024 ** 2;
/** Given up when the server takes no more bytes, or does not answer after the last, for this long. */
const IDLE_MS = 120_000;

/**
 * Sends a file by tus: a small one in one request, and one that the server has in part from there on. The upload's
 * address is computed from the version's key, so nothing has to be stored.
 */
export async function sendFile(
  http: HttpClient,
  version: PendingVersion,
  file: string,
  size: number,
  options: TransferOptions,
): Promise<void> {
  if (size <= SINGLE_REQUEST_BYTES) options.onStart?.(0);
  if (size <= SINGLE_REQUEST_BYTES && (await sendWhole(http, version, await readFile(file), options.signal)))
    return;
  await resume(http, version, file, size, options);
}

/** False where the upload exists already. */
async function sendWhole(
  http: HttpClient,
  version: PendingVersion,
  data: Buffer,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { up } = http.network;
  const response = await http.request({
    method: 'POST',
    url: UPLOADS,
    data: () => (up.limited ? Readable.from([data]).pipe(up.stream(signal)) : data),
    ...(signal ? { signal } : {}),
    headers: {
      'content-length': String(data.length),
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(data.length),
      'upload-metadata': `key ${Buffer.from(version.key).toString('base64')}`,
    },
  });
  if (response.status === 201 && Number(response.headers['upload-offset']) === data.length) return true;
  if (response.status === 201 || response.status === 409) return false;
  throw remoteError(response, response.data);
}

async function resume(
  http: HttpClient,
  version: PendingVersion,
  file: string,
  size: number,
  options: TransferOptions,
): Promise<void> {
  const there = await http.request({
    method: 'HEAD',
    url: `${UPLOADS}/${version.key}`,
    headers: { 'tus-resumable': '1.0.0' },
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (there.status >= 300 && there.status !== 404) throw remoteError(there, there.data);
  const offset = there.status < 300 ? offsetOf(there.headers['upload-offset'], size) : 0;
  const endpoint = `${http.origin}/api${UPLOADS}`;
  const token = await http.token();
  if (options.signal?.aborted) throw stopped();
  const source = sourceOf(file, size, http, options.signal);
  let idle: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let stop = () => {};
  await new Promise<void>((resolve, reject) => {
    const alive = () => {
      clearTimeout(idle);
      // Bytes that were on their way are reported after the end too, and a timer then would keep the process alive.
      if (hasEnded) return;
      idle = setTimeout(() => {
        upload.abort().catch(() => {});
        reject(new RemoteError('offline', 'offline', `Nothing was taken for ${IDLE_MS} ms`));
      }, IDLE_MS);
    };
    const upload = new Upload(file as unknown as Buffer, {
      fileReader: { openFile: () => Promise.resolve(source) },
      httpStack: new DefaultHttpStack({ agent: http.network.agent }),
      endpoint,
      ...(there.status < 400 ? { uploadUrl: `${endpoint}/${version.key}` } : {}),
      uploadSize: size,
      metadata: { key: version.key },
      headers: { authorization: `Bearer ${token}` },
      chunkSize: Number.POSITIVE_INFINITY,
      // The engine itself retries.
      retryDelays: null,
      storeFingerprintForResuming: false,
      // The server names the upload's address. It must not lead to another origin, because the token is sent there.
      onBeforeRequest: (request) => assertOurs(request.getURL(), endpoint),
      onAfterResponse: (request, response) => {
        const status = response.getStatus();
        const isPatch = request.getMethod() === 'PATCH';
        if (status >= 300 || (!isPatch && request.getMethod() !== 'HEAD')) return;
        // One PATCH takes all that is left. If a server says otherwise, the library would send the rest for ever.
        offsetOf(response.getHeader('upload-offset'), size, isPatch ? size : 0);
      },
      onProgress: (sent) => {
        alive();
        options.onProgress?.(sent);
      },
      onSuccess: () => resolve(),
      onError: (error) => reject(tusError(error)),
    });
    stop = () => {
      upload.abort().catch(() => {});
      reject(stopped());
    };
    options.signal?.addEventListener('abort', stop);
    options.onStart?.(offset);
    alive();
    upload.start();
  }).finally(() => {
    hasEnded = true;
    clearTimeout(idle);
    options.signal?.removeEventListener('abort', stop);
    source.close();
  });
}

function assertOurs(url: string, endpoint: string): void {
  if (!url.startsWith(`${endpoint}/`) && url !== endpoint)
    throw unexpectedAnswer('An upload at another address');
}

/** How many bytes our server says it has; at least `least`. */
function offsetOf(header: unknown, size: number, least = 0): number {
  const offset = typeof header === 'string' && /^\d+$/.test(header) ? Number(header) : Number.NaN;
  if (!(offset >= least && offset <= size)) throw unexpectedAnswer(`Offset ${header} of ${size} bytes`);
  return offset;
}

const stopped = () => new RemoteError('offline', 'stopped', 'The engine is stopping');

/** The library's own reader uses pieces of 64 KiB, which is half of the cost of sending a large file. */
function sourceOf(file: string, size: number, http: HttpClient, signal: AbortSignal | undefined) {
  let stream: Transform | undefined;
  return {
    size,
    async slice(start: number, end: number) {
      const to = Math.min(end, size);
      const read = createReadStream(file, { start, end: to - 1, highWaterMark: READ_BYTES });
      stream = http.network.up.stream(signal);
      pipeline(read, stream, () => undefined);
      return { value: Object.assign(stream, { size: to - start }), done: to >= size };
    },
    /** Ends the reading too, which nobody else does where the request was given up. */
    close() {
      stream?.destroy();
    },
  };
}

function tusError(error: Error | DetailedError): RemoteError {
  if (error instanceof DetailedError && error.causingError instanceof RemoteError) return error.causingError;
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return noAnswer((error as Partial<DetailedError>).causingError ?? error);
  const status = response.getStatus();
  if (status === 409 || status === 460) return new RemoteError('offline', 'offset', error.message);
  const headers = { 'retry-after': response.getHeader('retry-after') };
  return remoteError({ status, headers }, parse(response.getBody()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
