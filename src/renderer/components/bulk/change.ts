/** A change of one of several things, and how it is taken back. */
export interface Change<T> {
  /** Reads the thing anew and changes it. @returns what takes it back; null where nothing had to be changed, or nothing can be */
  apply(item: T): Promise<TakeBack | null>;
}

/** @returns false where somebody has changed the same since: then it stays */
export type TakeBack = () => Promise<boolean>;
