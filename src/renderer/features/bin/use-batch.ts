import { useState } from 'react';
import type { z } from 'zod';
import type { batchResult } from '#shared/documents/records.schemas.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';

export interface Refused {
  readonly record: string;
  readonly message: string;
}

/** The outcome of a batch: how many items succeeded, and why the others were refused. */
export interface BatchOutcome {
  readonly done: number;
  readonly refused: readonly Refused[];
}

type BatchResult = z.output<typeof batchResult>;

/**
 * Runs `send` over the records, at most `BATCH_MAX` in a call, one call after the other. Each record has its own
 * result.
 */
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

/** Restores or purges many documents of the bin. */
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
