import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Bytes after gzip, of all that a first visit needs to show its first screen. */
export const BUDGET = { js: 250_000, css: 40_000 } as const;

/** The first screens: of a stranger, and of somebody who is signed in, with the shell around it. */
const FIRST: Readonly<Record<string, readonly RegExp[]>> = {
  'sign-in': [/^assets\/sign-in-/],
  dashboard: [/^assets\/shell-/],
};

const sizeOf = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length;

/** Bytes after gzip of what the page and some of its chunks need, with all that these import. */
export function firstLoad(
  bundle: Rolldown.OutputBundle,
  chunks: readonly RegExp[],
): { js: number; css: number } {
  const all = Object.values(bundle).filter((each) => each.type === 'chunk');
  const wanted = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || wanted.has(name)) return;
    wanted.add(name);
    for (const each of chunk.viteMetadata?.importedCss ?? []) styles.add(each);
    chunk.imports.forEach(add);
  };
  for (const { isEntry, fileName } of all) if (isEntry) add(fileName);
  for (const pattern of chunks) {
    const found = all.filter(({ fileName }) => pattern.test(fileName));
    if (found.length !== 1) throw new Error(`${pattern} names ${found.length} files of the build, not one`);
    add(found[0]?.fileName ?? '');
  }
  const total = (names: ReadonlySet<string>): number =>
    [...names].reduce((sum, name) => {
      const file = bundle[name];
      return sum + (file ? sizeOf(file.type === 'chunk' ? file.code : file.source) : 0);
    }, 0);
  return { js: total(wanted), css: total(styles) };
}

/** Fails the build where a first visit would load more than the budget, and says what and how much. */
export const firstLoadBudget: Plugin = {
  name: 'legajo:first-load-budget',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [screen, chunks] of Object.entries(FIRST)) {
        const load = firstLoad(bundle, chunks);
        for (const kind of ['js', 'css'] as const)
          if (load[kind] > BUDGET[kind])
            throw new Error(
              `The first load of ${screen} has ${load[kind]} bytes of ${kind} after gzip; ${BUDGET[kind]} are allowed. What the first screen does not need is to be imported later (docs/decisions/0071-the-first-seconds.md).`,
            );
      }
    },
  },
};
