import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import type { AxiosResponse } from 'axios';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE, type Bundled, bundleHead } from '#shared/documents/bundle.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import {
  type Confirmed,
  RemoteError,
  type Result,
  type SentRecord,
  type SmallRecord,
  type SmallVersion,
  type TransferOptions,
} from '../../ports/remote.ts';
import { readSmall } from '../disk/small-files.ts';
import { confirmedOf, entryBody, versionBody } from './contract-shapes.ts';
import type { HttpClient } from './http-client.ts';
import { answerOf, itemError, remoteError, unexpectedAnswer } from './http-errors.ts';

/** Files are collected up to this size before they are written to the socket. */
const PIECE_BYTES = 256 * 1024;

type OnDisk = Pick<SmallRecord, 'path' | 'at' | 'size'>;

/**
 * Sends new records and their bytes in one body; a result for each. `records` have absolute paths and stay within
 * `BUNDLE_MAX`. Throws `RemoteError`, of the kind `mismatch` where a file is shorter or longer than announced.
 */
export async function sendRecords(
  http: HttpClient,
  records: readonly SmallRecord[],
  options: TransferOptions,
): Promise<readonly Result<SentRecord>[]> {
  const lines = records.map(
    ({ opId: operation, record, sha256, size }): Bundled => ({
      ...entryBody(record),
      size,
      ...{ sha256, operation },
    }),
  );
  const response = await post(http, contract.recordsSend, bundleHead(lines), records, options);
  const { results } = answerOf(contract.recordsSend.result, response);
  return records.map((sent, at) => {
    const result = results[at];
    if (!result) throw unexpectedAnswer('Fewer results than documents');
    if (!result.ok) return { ok: false, error: itemError(result.error) };
    const confirmed = confirmedOf(result.confirmed, sent);
    return { ok: true, value: { recordId: result.confirmed.version.record, confirmed } };
  });
}

/** Sends a new version and its bytes in one body; its `path` is absolute. Throws `RemoteError` as `sendRecords` does. */
export async function sendVersion(
  http: HttpClient,
  opId: string,
  version: SmallVersion,
  options: TransferOptions,
  token: string | undefined,
): Promise<Confirmed> {
  const { size, sha256 } = version;
  const line: Bundled = { ...versionBody(version), size, ...{ sha256 } };
  const response = await post(http, contract.versionSend, bundleHead([line]), [version], options, {
    'idempotency-key': opId,
    ...(token ? { 'x-operation-token': token } : {}),
  });
  return confirmedOf(answerOf(contract.versionSend.result, response), version);
}

/** Sends the head line, then the files. Throws `RemoteError` for every answer but the expected one. */
async function post(
  http: HttpClient,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  head: Uint8Array,
  files: readonly OnDisk[],
  { signal }: TransferOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<AxiosResponse> {
  const { up } = http.network;
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
      ...(signal ? { signal } : {}),
      headers: {
        ...headers,
        'content-length': String(files.reduce((sum, { size }) => sum + size, head.length)),
        'content-type': BUNDLE_TYPE,
      },
    })
    .catch((error: unknown) => {
      throw unread ?? error;
    });
  if (response.status >= 300) throw remoteError(response, response.data);
  return response;
}

/** The body, read while it is sent. A file that is shorter or longer than announced would shift all that follow. */
async function* pieces(
  head: Uint8Array,
  files: readonly OnDisk[],
  onUnread: (error: RemoteError) => void,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [head];
  let length = head.length;
  for (const stretch of stretches(files)) {
    for await (const bytes of bytesOf(stretch, onUnread)) {
      waiting.push(bytes);
      length += bytes.length;
      if (length < PIECE_BYTES) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Joins what lies one after the other in the same file, so that it is opened and read once. */
function stretches(files: readonly OnDisk[]): OnDisk[] {
  const joined: OnDisk[] = [];
  for (const file of files) {
    const last = joined.at(-1);
    if (last?.at !== undefined && last.path === file.path && last.at + last.size === file.at)
      joined[joined.length - 1] = { ...last, size: last.size + file.size };
    else joined.push(file);
  }
  return joined;
}

async function* bytesOf(file: OnDisk, onUnread: (error: RemoteError) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const bytes of file.at === undefined
      ? whole(file.path)
      : part(file.path, file.at, file.size)) {
      read += bytes.length;
      yield bytes;
    }
  } catch {
    read = -1;
  }
  if (read === file.size) return;
  const error = new RemoteError('mismatch', 'file_changed', file.path);
  onUnread(error);
  throw error;
}

async function* whole(path: string): AsyncGenerator<Uint8Array> {
  yield readSmall(path) ?? (await readFile(path));
}

/** Ends early where the file does. */
function part(path: string, at: number, size: number): AsyncIterable<Uint8Array> {
  return createReadStream(path, { start: at, end: at + size - 1, highWaterMark: PIECE_BYTES });
}
