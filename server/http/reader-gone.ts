/** The reader went away, before the first byte or after it: nothing to say, and nobody to say it to. */
export const isReaderGone = ({ code }: { code?: string }): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
