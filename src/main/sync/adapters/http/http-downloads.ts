import type { Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';
import { BUNDLE_TYPE, readBundle } from '#shared/documents/bundle.ts';
import { versionTable } from '#shared/documents/versions.contract.ts';
import { contentsHead } from '#shared/documents/versions.schemas.ts';
import {
  RemoteError,
  type TransferOptions,
  type VersionBytes,
  type WholeVersion,
  WRONG_BYTES,
} from '../../ports/remote.ts';
import type { HttpClient } from './http-client.ts';
import { noAnswer, remoteError, unexpectedAnswer } from './http-errors.ts';

/** Given up where fewer bytes than this come within the time below. */
const LEAST_BYTES = 1024;
const LEAST_MS = 60_000;
/** The longest error answer that is read. */
const REFUSAL_BYTES = 1024 ** 2;
/** What a bundle has beside the files themselves. */
const BUNDLE_HEAD_BYTES = 64 * 1024;

/** The bytes of a version from `offset` on, as they arrive. Throws `RemoteError`. */
export async function* readContent(
  http: HttpClient,
  version: VersionBytes,
  offset: number,
  { signal, onProgress }: TransferOptions,
): AsyncIterable<Uint8Array> {
  const response = await http.request({
    method: 'GET',
    url: `/docs/versions/${version.id}/content`,
    responseType: 'stream',
    headers: {
      'if-match': `"${version.sha256}"`,
      ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
    },
    ...(signal ? { signal } : {}),
  });
  const stream = response.data as Readable;
  if (response.status >= 300) throw remoteError(response, await bodyOf(stream));
  try {
    assertVersion(response, version, offset);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  let done = response.status === 206 ? offset : 0;
  try {
    for await (const chunk of limited(http, stream, signal, version.size - done)) {
      // A server that ignored the range begins at the first byte.
      const fresh = done >= offset ? chunk : chunk.subarray(Math.min(chunk.length, offset - done));
      done += chunk.length;
      if (fresh.length > 0) yield fresh;
      onProgress?.(done);
    }
  } catch (error) {
    throw error instanceof RemoteError ? error : noAnswer(error);
  }
}

/** Checks that the answer is the requested version. Other bytes concern this document only. Throws `RemoteError`. */
function assertVersion({ status, headers }: AxiosResponse, { sha256 }: VersionBytes, offset: number): void {
  // Without an ETag, or with a page of text, another server has answered.
  if (typeof headers.etag !== 'string' || !/[0-9a-f]{64}/.test(headers.etag))
    throw unexpectedAnswer('Bytes of no version');
  if (!headers.etag.includes(sha256)) throw wrongBytes();
  if (status !== 206) return;
  const from = /^bytes (\d+)-/.exec(String(headers['content-range']))?.[1];
  if (Number(from ?? -1) !== offset) throw wrongBytes();
}

/** The error for bytes that do not have the announced hash: another document may well succeed. */
function wrongBytes(): RemoteError {
  return new RemoteError('mismatch', WRONG_BYTES, '');
}

/** The bytes of many small versions in one answer. Throws `RemoteError`; files that came whole before that are good. */
export async function* readContents(
  http: HttpClient,
  versions: readonly VersionBytes[],
  { signal }: TransferOptions,
): AsyncIterable<WholeVersion> {
  const response = await http.request({
    method: 'POST',
    url: versionTable.versionContents.path,
    data: { versions: versions.map(({ id, sha256 }) => ({ id, sha256 })) },
    responseType: 'stream',
    ...(signal ? { signal } : {}),
  });
  const stream = response.data as Readable;
  if (response.status >= 300) {
    const error = remoteError(response, await bodyOf(stream));
    // None of them is available. Each is requested by itself, and gets an error of its own.
    if (error.kind === 'gone') return;
    throw error;
  }
  if (response.headers['content-type'] !== BUNDLE_TYPE) {
    stream.destroy();
    throw unexpectedAnswer('No bundle');
  }
  const sizes = new Map(versions.map(({ id, size }) => [id, size]));
  const open = (line: unknown) => {
    const head = contentsHead.safeParse(line);
    if (!head.success || head.data.some(({ id, size }) => sizes.get(id) !== size))
      throw unexpectedAnswer('A bundle of other versions');
    if (new Set(head.data.map(({ id }) => id)).size < head.data.length)
      throw unexpectedAnswer('A bundle with a version twice');
    return head.data;
  };
  const most = versions.reduce((sum, { size }) => sum + size, BUNDLE_HEAD_BYTES);
  try {
    for await (const { item, bytes } of readBundle(limited(http, stream, signal, most), open))
      yield { id: item.id, bytes };
  } catch (error) {
    throw error instanceof RemoteError ? error : noAnswer(error);
  }
}

/**
 * The body, limited to the rate of the settings. Throws `RemoteError` where it is longer than `most` bytes, or too
 * slow.
 */
async function* limited(
  http: HttpClient,
  stream: Readable,
  signal: AbortSignal | undefined,
  most: number,
): AsyncGenerator<Buffer> {
  let came = 0;
  let before = 0;
  const watch = setInterval(() => {
    if (!http.network.down.limited && came - before < LEAST_BYTES)
      stream.destroy(new RemoteError('offline', 'offline', `${came - before} bytes in ${LEAST_MS} ms`));
    before = came;
  }, LEAST_MS);
  watch.unref();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      came += chunk.length;
      if (came > most) throw wrongBytes();
      await http.network.down.take(chunk.length, signal);
      yield chunk;
    }
  } finally {
    clearInterval(watch);
    stream.destroy();
  }
}

async function bodyOf(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > REFUSAL_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
