/** What is kept for a person on this computer at most; the oldest goes first. */
const KEPT_MAX = 50;

/**
 * Whether it can be kept beyond the page: words, and choices by their ids. Checked by hand, because the first load has no
 * room for schemas.
 */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

type Kept = Map<string, unknown>;

/** By person. What one of them entered no other one on this computer is shown. */
const inMemory = new Map<string, Kept>();

const keyOf = (person: string): string => `legajo.entered.${person}`;

function load(person: string): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}');
    return new Map(Object.entries(Object(found)).filter(([, value]) => isStorable(value)));
  } catch {
    return new Map();
  }
}

function keptOf(person: string): Kept {
  const known = inMemory.get(person);
  if (known) return known;
  const loaded = load(person);
  inMemory.set(person, loaded);
  return loaded;
}

/** Other tabs write too: only the one value is changed in what is stored. */
function store(person: string, about: string, value: unknown): void {
  const all = load(person);
  all.delete(about);
  if (isStorable(value)) all.set(about, value);
  try {
    if (all.size === 0) localStorage.removeItem(keyOf(person));
    else localStorage.setItem(keyOf(person), JSON.stringify(Object.fromEntries([...all].slice(-KEPT_MAX))));
  } catch {
    // No room, or storage is forbidden: it is kept until the page goes.
  }
}

/**
 * What a person entered and has not sent. Words and choices are kept on this computer, so that they are there again after
 * a reload, a crash, or a closed tab; other values until the page goes. Signing out ends all of it.
 */
export const entered = {
  has: (person: string, about: string): boolean => keptOf(person).has(about),
  read: (person: string, about: string): unknown => keptOf(person).get(about),
  keep(person: string, about: string, value: unknown): void {
    const kept = keptOf(person);
    kept.delete(about);
    kept.set(about, value);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    store(person, about, value);
  },
  forget(person: string, about: string): void {
    if (keptOf(person).delete(about)) store(person, about, undefined);
  },
  /** What things are kept for, the newest last. */
  subjects: (person: string): string[] => [...keptOf(person).keys()],
  forgetAll(person: string): void {
    inMemory.delete(person);
    try {
      localStorage.removeItem(keyOf(person));
    } catch {
      // Storage is forbidden: nothing was kept there, and signing out goes on.
    }
  },
};
