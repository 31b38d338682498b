import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The words of the Spanish language with all their forms, without accents. For search, which compares them without. */
export function readDictionary(): string[] {
  // Read as a file: the test runner would compile a module of eight megabytes.
  const list = createRequire(import.meta.url).resolve('an-array-of-spanish-words');
  return JSON.parse(readFileSync(list, 'utf8')) as string[];
}
