import { randomInt } from 'node:crypto';
import type { Caller } from './callers.ts';

/** Who may read something, of those who are signed in. */
export type Rule = (caller: Caller) => boolean;

/** Something that was planted, and who may come across it. */
export interface Secret {
  readonly what: string;
  readonly token: string;
  readonly entitled: Rule;
  /** Whether `each` who is entitled must come across it in some answer, `some` of them, or it is told `elsewhere`. */
  readonly answered: 'each' | 'some' | 'elsewhere';
  /** Who was entitled when the mails of that time went out, where that was somebody else. */
  readonly mailed?: Rule | undefined;
}

const signedIn =
  (rule: Rule): Rule =>
  (caller) =>
    caller.signedIn && rule(caller);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MARK = 'zqx';
/** As it is planted; other capitals and what stands around it make no difference. */
const TOKEN = new RegExp(`${MARK}[a-z]{12}`, 'g');

/** Everything that was planted, and how it is found again in a text. */
export class Ledger {
  readonly #tokens = new Map<string, Secret>();
  /** What looks otherwise: codes, passwords, numbers of people, ids. */
  readonly #values = new Map<string, Secret>();

  /** A word that stands nowhere else, to be written into a field. */
  plant(what: string, entitled: Rule, answered: Secret['answered'] = 'each', mailed?: Rule): string {
    const token = MARK + Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    this.#tokens.set(token, { what, token, answered, entitled: signedIn(entitled), mailed });
    return token;
  }

  /** What the product made up itself, or what a field takes no word for. */
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

  /** What of it stands in a text, each once. */
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

/** Not as a piece of a longer number or word: six digits stand in many an id. */
function stands(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + value.length] ?? ' '}`;
    if (!/[a-z0-9]/.test(around)) return true;
  }
  return false;
}
