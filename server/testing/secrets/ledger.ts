import { randomInt } from 'node:crypto';
import type { Caller } from './callers.ts';

/** Which signed-in people may read something. */
export type Rule = (caller: Caller) => boolean;

/** A planted secret, and who may see it. */
export interface Secret {
  readonly what: string;
  readonly token: string;
  readonly entitled: Rule;
  /** Whether `each` entitled person must find it in some answer, `some` of them must, or it is shown `elsewhere`. */
  readonly answered: 'each' | 'some' | 'elsewhere';
  /** Who was entitled when the mails were sent, if that was somebody else. */
  readonly mailed?: Rule | undefined;
}

/** A thing whose id, which grants no access, is still told to nobody who may not know of the thing. */
export type Hidden = Pick<Secret, 'what' | 'entitled'>;

const signedIn =
  (rule: Rule): Rule =>
  (caller) =>
    caller.signedIn && rule(caller);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MARK = 'zqx';
/** The planted text. Case and surrounding text do not matter. */
const TOKEN = new RegExp(`${MARK}[a-z]{12}`, 'g');

/** All planted secrets, and how they are found in a text. */
export class Ledger {
  readonly #tokens = new Map<string, Secret>();
  /** Secrets that are not words: codes, passwords, phone numbers, ids. */
  readonly #values = new Map<string, Secret>();

  readonly #ids = new Map<string, Hidden>();

  /** Registers the id of something. @returns the id */
  hide(what: string, id: string, entitled: Rule): string {
    this.#ids.set(id, { what, entitled });
    return id;
  }

  get ids(): ReadonlyMap<string, Hidden> {
    return this.#ids;
  }

  /** A word that occurs nowhere else, for a field. */
  plant(what: string, entitled: Rule, answered: Secret['answered'] = 'each', mailed?: Rule): string {
    const token = MARK + Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    this.#tokens.set(token, { what, token, answered, entitled: signedIn(entitled), mailed });
    return token;
  }

  /** Registers a generated value, or one for a field that accepts no word. */
  keep(
    what: string,
    value: string,
    entitled: Rule,
    answered: Secret['answered'] = 'elsewhere',
    mailed?: Rule,
  ): string {
    if (value.length < 6) throw new Error(`${what} is too short to be found by: ${value}`);
    this.#values.set(value.toLowerCase(), {
      what,
      token: value,
      answered,
      entitled: signedIn(entitled),
      mailed,
    });
    return value;
  }

  get all(): readonly Secret[] {
    return [...this.#tokens.values(), ...this.#values.values()];
  }

  /** The secrets in a text, each once. */
  in(text: string): Secret[] {
    const lower = text.toLowerCase();
    const found = new Set<Secret>();
    for (const [token] of lower.matchAll(TOKEN)) {
      const secret = this.#tokens.get(token);
      if (secret) found.add(secret);
    }
    for (const [value, secret] of this.#values) if (stands(value, lower)) found.add(secret);
    return [...found];
  }
}

/** Not as part of a longer number or word: many ids contain the same six digits. */
function stands(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + value.length] ?? ' '}`;
    if (!/[a-z0-9]/.test(around)) return true;
  }
  return false;
}
