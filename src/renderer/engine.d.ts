// The library of types stops where the oldest engine does (Chromium 108, `electron.vite.config.ts`), so that nothing newer
// is used by mistake. These two of 2023 it has.
interface Array<T> {
  findLast(predicate: (value: T, index: number, all: T[]) => unknown): T | undefined;
}
interface ReadonlyArray<T> {
  findLast(predicate: (value: T, index: number, all: readonly T[]) => unknown): T | undefined;
}
