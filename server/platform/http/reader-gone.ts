import type { Response } from 'express';

const CODE = 'ERR_STREAM_PREMATURE_CLOSE';

/** The reader went away, before the first byte or after it: nothing to say, and nobody to say it to. */
export const isReaderGone = ({ code }: { code?: string }): boolean =>
  code === CODE || code === 'ERR_STREAM_UNABLE_TO_PIPE';

/** Aborted when the connection closes before the answer has ended, for a reason that `isReaderGone` knows. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(Object.assign(new Error('The reader went away'), { code: CODE }));
  });
  return gone.signal;
}
