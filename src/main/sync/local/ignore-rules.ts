import { isIgnored } from '#shared/platform/files/ignored-names.ts';

/** The rules for what is ignored. */
export interface Rules {
  /** The person's own patterns. */
  readonly own: readonly string[];
  /** Folders of libraries to which the patterns do not apply. */
  readonly exempt: readonly string[];
}

/** The rules for what is ignored: the built-in ones, which always apply, and the person's own. */
export class IgnoreRules {
  private rules: Rules;

  constructor(own: readonly string[]) {
    this.rules = { own, exempt: [] };
  }

  /** The same object until the rules change. */
  get current(): Rules {
    return this.rules;
  }

  /** Sets the person's own patterns. */
  setPatterns(patterns: readonly string[]): void {
    if (!isEqual(patterns, this.rules.own)) this.rules = { ...this.rules, own: patterns };
  }

  /** Sets the folders to which they do not apply. */
  setExempt(roots: readonly string[]): void {
    if (!isEqual(roots, this.rules.exempt)) this.rules = { ...this.rules, exempt: roots };
  }

  /** Whether an entry of a folder is ignored, by its name. */
  matches(folder: string, name: string): boolean {
    const { own, exempt } = this.rules;
    const isExempt = exempt.some((root) => folder === root || folder.startsWith(`${root}/`));
    return isIgnored(name, isExempt ? [] : own);
  }
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
