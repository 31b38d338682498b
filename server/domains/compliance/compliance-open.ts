import { z } from 'zod';
import type { OpenFolder, RuleResult } from '#shared/compliance/compliance.schemas.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import { day } from '#shared/platform/primitives.ts';
import { invalid } from '../../platform/errors.ts';
import type { OpenPlace, OpenPosition } from './compliance-timelines.queries.ts';

const position = z.tuple([day, z.uuid()]);

export const encode = (at: OpenPosition): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** @throws invalid if the cursor is malformed */
export function decode(cursor: string | undefined): OpenPosition | null {
  if (cursor === undefined) return null;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalid('cursor', 'El cursor no es válido.');
  }
}

/**
 * The days that the actor may know: those of documents that they see, and those of periods, which belong to no
 * document.
 */
function daysOf({ status, reasons, failsOn }: RuleResult): Day[] {
  if (status !== 'fails') return failsOn === null ? [] : [addDays(failsOn, -1)];
  return reasons.flatMap(({ until }) => until ?? []);
}

export function presentOpen(row: OpenPlace, all: readonly RuleResult[]): OpenFolder {
  const results = all.filter(({ status, dueSoon }) => status === 'fails' || dueSoon);
  const failing = results.filter(({ status }) => status === 'fails');
  const [dueOn = null] = (failing.length > 0 ? failing : results).flatMap(daysOf).sort();
  return {
    folder: { _id: row.id, name: row.name },
    path: row.path,
    group: { _id: row.group_id, name: row.group_name },
    blocking: row.blocking,
    warnings: row.warnings,
    dueSoon: row.due_soon,
    dueOn,
    results,
  };
}
