import type { Deps } from '../../../platform/deps.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Pool } from '../identity.ts';
import type { GuessKind } from './guesses.ts';

/** Who tries a short code: for the audit trail, and for the count. */
export interface CodeAttempt {
  readonly kind: GuessKind;
  /** The account that is counted, known or not. */
  readonly whose: string;
  /** Known people only: a wrong code is written into the audit trail of their organization. */
  readonly person: { readonly id: string; readonly organization: string } | undefined;
  readonly ip: string;
}

/**
 * Runs a try at a short code. It is counted, over a day, before the code is compared. A right code ends the count; a
 * wrong one is written into the audit trail.
 * @throws rate_limited, and what the try throws
 */
export async function withCountedAttempt<T>(
  { db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>,
  { guesses }: Pick<Pool, 'guesses'>,
  { kind, whose, person, ip }: CodeAttempt,
  work: () => Promise<T>,
): Promise<T> {
  await guesses.take(db, kind, whose, now());
  try {
    const done = await work();
    await guesses.clear(db, kind, whose);
    return done;
  } catch (error) {
    if (person && error instanceof ApiError && error.code === 'bad_code') {
      await changes.run({ organization: person.organization, user: person.id, ip }, async (change) =>
        change.audit({
          action: 'session.refused',
          targetType: 'user',
          targetId: person.id,
          after: { by: kind },
        }),
      );
    }
    throw error;
  }
}
