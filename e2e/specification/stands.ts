import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HoldingTest } from './line.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** Whether a test with this very title stands in the file: `it('…'`, `test.each(…)('…'`, over two lines or one. */
export function stands({ file, name }: HoldingTest): boolean {
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(pathOf(file))) return false;
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1,`).test(readFileSync(pathOf(file), 'utf8'));
}
