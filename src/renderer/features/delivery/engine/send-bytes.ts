import { type DetailedError, Upload as TusUpload } from 'tus-js-client';
import { DELIVERY_UPLOADS, LINK_SECRET_HEADER } from '#shared/file-requests/link-secret.ts';
import { errorOfAnswer, unanswered } from '../../../api/errors.ts';
import { baseUrlOf } from '../../../api/http.ts';
import { UnreadableFile } from '../../../platform/hashing/hasher.ts';

/** Bytes of one request: small enough that a line that breaks often still gets on. */
const PIECE = 16 * 1024 ** 2;

function asError(error: Error | DetailedError): Error {
  if (!('originalResponse' in error)) return new UnreadableFile();
  const response = error.originalResponse;
  if (!response) return unanswered();
  let body: unknown;
  try {
    body = JSON.parse(response.getBody());
  } catch {
    body = undefined;
  }
  return errorOfAnswer(response.getStatus(), body, response.getHeader('Retry-After'));
}

/**
 * Sends the bytes that the server does not have yet, by tus 1.0.0, with the secret of the link. Makes one attempt:
 * callers try again.
 * @throws ApiError, UnreadableFile; the signal's reason if it was aborted
 */
export function sendBytes(
  file: Blob,
  sending: {
    readonly secret: string;
    readonly key: string;
    /** Whether the server may have a part: it is asked for the offset. */
    readonly started: boolean;
    readonly signal: AbortSignal;
    readonly onStarted: () => void;
    readonly onProgress: (sent: number) => void;
  },
): Promise<void> {
  const { signal, key } = sending;
  const endpoint = `${baseUrlOf(DELIVERY_UPLOADS)}${DELIVERY_UPLOADS}`;
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new TusUpload(file, {
      endpoint,
      uploadUrl: sending.started ? `${endpoint}/${encodeURIComponent(key)}` : null,
      metadata: { key },
      headers: { [LINK_SECRET_HEADER]: sending.secret },
      chunkSize: PIECE,
      retryDelays: null,
      storeFingerprintForResuming: false,
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
