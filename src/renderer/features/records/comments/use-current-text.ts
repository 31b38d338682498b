import { useMemo } from 'react';
import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { type Sentence, sentencesOf } from '../compare/sentences.ts';
import { textOf } from '../compare/text-of.ts';
import { useVersionText } from '../queries.ts';

export interface CurrentText {
  /** Undefined while it is loading, or where nobody asked for it. */
  readonly answer: VersionText | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Undefined where there is no text, or not yet. */
  readonly sentences: readonly Sentence[] | undefined;
}

/** The words of the version that comments are looked up in, by sentences. */
export function useCurrentText(version: Version | undefined, enabled: boolean): CurrentText {
  const query = useVersionText(version?._id ?? '', enabled && version?.status === 'ready');
  const answer = query.data;
  const sentences = useMemo(() => {
    if (!version || answer?.status !== 'ready') return undefined;
    const { text, breaks } = textOf(version, answer);
    return sentencesOf(text, breaks);
  }, [version, answer]);
  return { answer, error: query.error, retry: () => void query.refetch(), sentences };
}
