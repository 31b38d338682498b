import type { Readable } from 'node:stream';
import { BUNDLE_TYPE, readBundle } from '#shared/contract/bundle.ts';
import { versionTable } from '#shared/contract/versions.ts';
import { contentsHead } from '#shared/schemas/version.ts';
import { RemoteError, type TransferOptions, type VersionBytes, type WholeVersion } from '../ports/remote.ts';
import type { HttpClient } from './http-client.ts';
import { noAnswer, remoteError, strangeAnswer } from './http-errors.ts';

/** The bytes of a version from `offset` on, as they come. Raises `RemoteError`. */
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
  if (!String(response.headers.etag).includes(version.sha256)) {
    stream.destroy();
    throw strangeAnswer('Bytes of another version');
  }
  let done = response.status === 206 ? offset : 0;
  try {
    for await (const chunk of limited(http, stream, signal)) {
      // A server that gave no range begins at the beginning.
      const fresh = done >= offset ? chunk : chunk.subarray(Math.min(chunk.length, offset - done));
      done += chunk.length;
      if (fresh.length > 0) yield fresh;
      onProgress?.(done);
    }
  } catch (error) {
    throw error instanceof RemoteError ? error : noAnswer(error);
  }
}

/** The bytes of many small versions in one answer. Raises `RemoteError`; what came whole before that is good. */
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
    // None of them can be had: asked for by itself, each says why.
    if (error.kind === 'gone') return;
    throw error;
  }
  if (response.headers['content-type'] !== BUNDLE_TYPE) {
    stream.destroy();
    throw strangeAnswer('No bundle');
  }
  const sizes = new Map(versions.map(({ id, size }) => [id, size]));
  const open = (line: unknown) => {
    const head = contentsHead.safeParse(line);
    if (!head.success || head.data.some(({ id, size }) => sizes.get(id) !== size))
      throw strangeAnswer('A bundle of other versions');
    return head.data;
  };
  try {
    for await (const { item, bytes } of readBundle(limited(http, stream, signal), open))
      yield { id: item.id, bytes };
  } catch (error) {
    throw error instanceof RemoteError ? error : noAnswer(error);
  }
}

/** What comes, no faster than this computer's person lets it. */
async function* limited(
  http: HttpClient,
  stream: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    await http.network.down.take(chunk.length, signal);
    yield chunk;
  }
}

async function bodyOf(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
