import type { Caller } from './callers.ts';
import { wordsIn } from './decode.ts';
import type { Hidden, Ledger, Rule } from './ledger.ts';
import type { SecretWorld } from './world.ts';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What each person received, compared with what they are entitled to. */
export class Sightings {
  readonly #ledger: Ledger;
  /** Document ids: people who do not see a document must not receive its id either, although it grants no access. */
  readonly #documents: ReadonlyMap<string, { readonly what: string; readonly seen: Rule }>;
  /** Other ids of things that not everybody may know of: versions, comments, folders and the like. */
  readonly #ids: ReadonlyMap<string, Hidden>;
  readonly #met = new Map<string, Set<Caller['name']>>();
  readonly #leaks = new Set<string>();
  /** Number of texts examined. */
  texts = 0;

  constructor(world: SecretWorld) {
    this.#ledger = world.ledger;
    this.#documents = new Map(Object.values(world.documents.all).map((one) => [one.id, one]));
    this.#ids = world.ledger.ids;
  }

  /**
   * @param where the answer it was in, for the message of a failed test
   * @param as the time of the entitlement, if it was another
   */
  look(caller: Caller, text: string, where: string, as: 'now' | 'mailed' = 'now'): void {
    this.texts += 1;
    const who = as === 'mailed' ? (caller.before ?? caller) : caller;
    for (const secret of this.#ledger.in(text)) {
      const entitled = secret.entitled(who) || (as === 'mailed' && (secret.mailed?.(who) ?? false));
      if (!entitled) this.#leaks.add(`${where} tells ${caller.name}: ${secret.what}`);
      else this.#met.set(secret.token, (this.#met.get(secret.token) ?? new Set()).add(caller.name));
    }
    for (const [id] of text.matchAll(ID)) {
      const hidden = this.#ids.get(id);
      if (hidden && !(who.signedIn && hidden.entitled(who)))
        this.#leaks.add(`${where} tells ${caller.name}: id of ${hidden.what}`);
      const document = this.#documents.get(id);
      // An admin's bin, trail, holds and retention have rows without names for documents that the admin may not read.
      if (!document || (caller.isAdmin && caller.at === 'ours')) continue;
      if (!who.signedIn || !document.seen(who))
        this.#leaks.add(`${where} tells ${caller.name}: id of the document “${document.what}”`);
    }
  }

  /** Secrets that somebody received without being entitled. */
  get leaks(): string[] {
    return [...this.#leaks].sort();
  }

  metBy(token: string): ReadonlySet<Caller['name']> {
    return this.#met.get(token) ?? new Set();
  }

  /** Secrets that somebody is entitled to and did not receive: otherwise a test that sees nothing would pass. */
  unmet(callers: readonly Caller[]): string[] {
    return this.#ledger.all.flatMap(({ what, token, entitled, answered }) => {
      if (answered === 'elsewhere') return [];
      const readers = callers.filter((caller) => entitled(caller)).map(({ name }) => name);
      const without = readers.filter((name) => !this.metBy(token).has(name));
      const enough = answered === 'each' ? without.length === 0 : without.length < readers.length;
      return readers.length > 0 && enough ? [] : [`${what}: ${without.join(', ') || 'nobody is entitled'}`];
    });
  }
}

/** Status line, headers (file names too) and body of an answer, everything unpacked. */
export async function everythingIn(
  response: Response,
): Promise<{ readonly text: string; readonly body: Buffer }> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n${unescaped(value)}`);
  return { text: [response.status, response.statusText, ...headers, wordsIn(body)].join('\n'), body };
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
