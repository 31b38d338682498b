import type { ErrorCode } from '#shared/contract/errors.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createCounter, refusal } from './counter.ts';

/**
 * Answers that tell of something which the asker may not see: a document's code, a library's name, somebody's e-mail in
 * another organization. Each stands beside the field that asks for it. Names of labels, types, calendars, departments,
 * templates and folders are shown to everybody who may give one, and so are not here.
 */
const TELLING: Partial<Record<ErrorCode, string>> = {
  code_taken: 'code',
  library_taken: 'name',
  email_taken: 'email',
};
const PER_MINUTE = 30;
const TOO_MANY = 'Probaste demasiados que ya están en uso. Espera un momento.';

/** How often a person is told that something unique is used already. */
export interface TakenLimit {
  /**
   * Runs a call that may be told so. Whoever was told too often is refused before anything is looked at, so that neither
   * answer says anything any more.
   * @throws rate_limited
   */
  run<T>(user: string, errors: readonly ErrorCode[], body: unknown, work: () => Promise<T>): Promise<T>;
}

export function createTakenLimit(deps: Pick<Deps, 'db' | 'engine'>): TakenLimit {
  const told = createCounter(deps, { name: 'taken', points: PER_MINUTE, seconds: 60 });
  return {
    async run(user, errors, body, work) {
      const given = (body ?? {}) as Readonly<Record<string, unknown>>;
      const asks = errors.some((code) => (given[TELLING[code] ?? ''] ?? null) !== null);
      if (!asks) return work();
      // Counted before it is known, so that many at the same moment share no try.
      await told.consume(user).catch((error: unknown) => {
        throw refusal(error, TOO_MANY);
      });
      let isTold = false;
      try {
        return await work();
      } catch (error) {
        isTold = error instanceof ApiError && TELLING[error.code] !== undefined;
        throw error;
      } finally {
        if (!isTold) await told.reward(user);
      }
    },
  };
}
