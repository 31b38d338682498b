import type { Response } from 'express';

const CODE = 'ERR_STREAM_PREMATURE_CLOSE';

/** Whether an error says that the client disconnected: then there is nobody to answer. */
export const isReaderGone = ({ code }: { code?: string }): boolean =>
  code === CODE || code === 'ERR_STREAM_UNABLE_TO_PIPE';

/** Aborted when the connection closes before the answer has ended, with a reason that `isReaderGone` recognizes. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(Object.assign(new Error('The reader went away'), { code: CODE }));
  });
  return gone.signal;
}
