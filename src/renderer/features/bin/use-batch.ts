import { useState } from 'react';
import type { z } from 'zod';
import type { batchResult } from '#shared/documents/records.schemas.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
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

type BatchResult = z.output<typeof batchResult>;

/** Does something to many documents, as many calls as it takes; each document answers for itself. */
export async function runInBatches(
  records: readonly string[],
  send: (portion: string[]) => Promise<BatchResult>,
): Promise<BatchOutcome> {
  const refused: Refused[] = [];
  let done = 0;
  for (let at = 0; at < records.length; at += BATCH_MAX) {
    const { results } = await send(records.slice(at, at + BATCH_MAX));
    for (const { record, ok, error } of results) {
      if (ok) done += 1;
      else refused.push({ record, message: error?.message ?? '' });
    }
  }
  return { done, refused };
}

/** Restores or deletes many documents of the bin. */
export function useBatch() {
  const [busy, setBusy] = useState(false);
  const run = async (
    name: 'binRestoreBatch' | 'binPurgeBatch',
    records: readonly string[],
  ): Promise<BatchOutcome> => {
    setBusy(true);
    try {
      return await runInBatches(records, (portion) => call(name, { body: { records: portion } }));
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
