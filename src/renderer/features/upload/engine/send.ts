import { type DetailedError, Upload as TusUpload } from 'tus-js-client';
import { uploadTable } from '#shared/documents/uploads.contract.ts';
import { errorBody } from '#shared/platform/errors.ts';
import { ApiError } from '../../../api/errors.ts';
import { baseUrlOf } from '../../../api/http.ts';
import { currentToken, renew } from '../../../api/session.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { UnreadableFile } from '../../../platform/hashing/hasher.ts';

/**
 * Bytes of one request. A fresh token is requested before each, so that one that expires during the upload stops
 * nothing.
 */
const PIECE = 32 * 1024 ** 2;

const { path } = uploadTable.uploadCreate;
const endpoint = (): string => `${baseUrlOf(path)}${path}`;

/** Converts an error of the tus client to an ApiError. */
function asError(error: Error | DetailedError): Error {
  if (!('originalResponse' in error)) return new UnreadableFile();
  const response = error.originalResponse;
  if (!response) return new ApiError(0, 'offline', i18next.t('errors.offline'));
  let body: unknown;
  try {
    body = JSON.parse(response.getBody());
  } catch {
    body = undefined;
  }
  const known = errorBody.safeParse(body);
  return known.success
    ? new ApiError(response.getStatus(), known.data.error.code, known.data.error.message)
    : new ApiError(response.getStatus(), 'unknown', i18next.t('errors.server'));
}

export interface Sending {
  key: string;
  name: string;
  type: string;
  /** Whether the server may have a part: it is asked for the offset, and the rest is sent. */
  started: boolean;
  /** Whether the last attempt was refused because of its token. */
  freshToken: boolean;
  signal: AbortSignal;
  onStarted: () => void;
  onProgress: (sent: number) => void;
}

/**
 * Sends the bytes that the server does not have yet, by tus 1.0.0. Makes one attempt: callers retry.
 * @throws ApiError, UnreadableFile; the signal's reason if it was aborted
 */
export function send(file: Blob, sending: Sending): Promise<void> {
  const { key, signal } = sending;
  let fresh = sending.freshToken;
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new TusUpload(file, {
      endpoint: endpoint(),
      uploadUrl: sending.started ? `${endpoint()}/${encodeURIComponent(key)}` : null,
      metadata: { key, filename: sending.name, filetype: sending.type },
      chunkSize: PIECE,
      retryDelays: null,
      // The tus client need not store the upload's URL: its id is the version's key.
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        const token = fresh ? await renew() : await currentToken();
        fresh = false;
        if (token) request.setHeader('Authorization', `Bearer ${token}`);
      },
      onUploadUrlAvailable: sending.onStarted,
      onProgress: (sent) => sending.onProgress(sent),
      onSuccess: () => resolve(),
      onError: (error) => reject(asError(error)),
    });
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    upload.start();
  });
}
