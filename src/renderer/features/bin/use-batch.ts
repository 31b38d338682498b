import { useState } from 'react';
import { BATCH_MAX } from '#shared/domain/limits.ts';
import { call } from '../../api/client.ts';

export interface Refused {
  readonly record: string;
  readonly message: string;
}

/** What became of many: how many went well, and why the others did not. */
export interface BatchOutcome {
  readonly done: number;
  readonly refused: readonly Refused[];
}

/** Restores or deletes many documents, as many calls as it takes; each document answers for itself. */
export function useBatch() {
  const [busy, setBusy] = useState(false);
  const run = async (
    name: 'binRestoreBatch' | 'binPurgeBatch',
    records: readonly string[],
  ): Promise<BatchOutcome> => {
    setBusy(true);
    try {
      const refused: Refused[] = [];
      let done = 0;
      for (let at = 0; at < records.length; at += BATCH_MAX) {
        const { results } = await call(name, { body: { records: records.slice(at, at + BATCH_MAX) } });
        for (const { record, ok, error } of results) {
          if (ok) done += 1;
          else refused.push({ record, message: error?.message ?? '' });
        }
      }
      return { done, refused };
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
