import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rule } from './checking/seen.ts';
import { PROJECT } from './company.ts';
import type { StoryName } from './stories.ts';

/** A safeguard of the sync engine, and how to remove it. */
export interface Safeguard {
  readonly name: string;
  readonly guards: string;
  /** Path below the project's folder. */
  readonly file: string;
  /** Must occur in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The story that needs it, and the rule that must report that it is missing. */
  readonly story: StoryName;
  readonly rule: Rule;
}

const sync = (file: string): string => `src/main/sync/${file}`;

export const SAFEGUARDS: readonly Safeguard[] = [
  {
    name: 'own-stillness',
    guards: 'a file waits anew with each of its changes',
    file: sync('local/settling.ts'),
    text: 'if (before?.identity === identity && before.stamp === stamp) return before;',
    replacement: 'if (before?.identity === identity) return before;',
    ...{ story: 'appended', rule: 'partial' },
  },
  {
    name: 'held-open',
    guards: 'a file that a program holds open for writing is waited for',
    file: sync('local/settling.ts'),
    text: 'fresh.isOpen = open.has(entry.identity);',
    replacement: 'fresh.isOpen = false;',
    ...{ story: 'held open', rule: 'partial' },
  },
  {
    name: 'incomplete-format',
    guards: 'a file without its end, by its own format, is waited for',
    file: sync('local/settling.ts'),
    text: "? 'open' : incomplete ? 'incomplete' : undefined;",
    replacement: "? 'open' : undefined;",
    ...{ story: 'in pieces', rule: 'partial' },
  },
  {
    name: 'unfinished-mark',
    guards: 'what waited in vain says that it seems unfinished',
    file: sync('adapters/http/contract-shapes.ts'),
    text: 'return unfinished ? { name, size, unfinished } : { name, size };',
    replacement: 'return { name, size };',
    ...{ story: 'cut short', rule: 'partial' },
  },
  {
    name: 'version-distance',
    guards: 'versions of a file that is saved again and again keep a distance',
    file: sync('engine/saves/version-pace.ts'),
    text: 'if (!last) return false;',
    replacement: 'return false;',
    ...{ story: 'many saves', rule: 'story' },
  },
  {
    name: 'waiting-content-kept',
    guards: 'a content that waits for its time is kept aside',
    file: sync('executors/upload.ts'),
    text: 'const pending = await beginUpload(work, {\n    opId,',
    replacement:
      'if (work.pace.defer(opId, operation.id, undefined) && !asked) return;\n  const pending = await beginUpload(work, {\n    opId,',
    ...{ story: 'deleted while it waits', rule: 'lost' },
  },
  {
    name: 'ignored-names-retired',
    guards: 'files with ignored names go to Retirados with their folder',
    file: sync('executors/removal.ts'),
    text: '} else if (await isSystemNoise(files, each, entry)) noise.push({ path: each, entry });',
    replacement:
      '} else if (/\\.tmp$|~\\//u.test(each) || (await isSystemNoise(files, each, entry))) noise.push({ path: each, entry });',
    ...{ story: 'folder deleted at the server', rule: 'lost' },
  },
  {
    name: 'replaced-files-watched',
    guards: 'what is written into a replaced file becomes a version',
    file: sync('engine/replaced/replaced-files.ts'),
    text: 'if (!file || isUnderWay(work, entry.name)) return undefined;',
    replacement: 'return undefined;',
    ...{ story: 'late save through a handle', rule: 'story' },
  },
  {
    name: 'permission-is-the-items',
    guards: 'a file that may not be read blocks itself alone',
    file: sync('engine/failures/failures.ts'),
    text: "EACCES: item('denied', 'denied'),",
    replacement: "EACCES: { code: 'denied', scope: 'root', reason: 'denied' },",
    ...{ story: 'unreadable file', rule: 'story' },
  },
  {
    name: 'refusal-is-the-items',
    guards: 'a folder that the server refuses blocks itself alone',
    file: sync('engine/failures/failures.ts'),
    text: "folder_depth: { scope: 'item', reason: 'too-deep' },",
    replacement: "folder_depth: { scope: 'server', reason: 'too-deep' },",
    ...{ story: 'tree too deep', rule: 'unsaid' },
  },
  {
    name: 'unseen-is-not-gone',
    guards: 'what lies in a folder that cannot be listed is not taken for deleted',
    file: sync('local/unread.ts'),
    text: 'if (folders.length === 0) return { remote, synced };',
    replacement: 'return { remote, synced };',
    ...{ story: 'unreadable folder', rule: 'story' },
  },
  {
    name: 'not-synced-listed',
    guards: 'what is not synced is said',
    file: sync('local/not-synced.ts'),
    text: 'const said = notSynced(entry, listed, now);',
    replacement: 'const said = false as unknown as ReturnType<typeof notSynced>;',
    ...{ story: 'odd items', rule: 'unsaid' },
  },
  {
    name: 'deletion-question',
    guards: 'many deletions at once are asked about',
    file: sync('engine/removals/guard.ts'),
    text: 'return lost >= MASS_MANY || (lost >= MASS_FILES && lost / had >= MASS_SHARE);',
    replacement: 'return false;',
    ...{ story: 'many deleted at once', rule: 'story' },
  },
  {
    name: 'deletions-over-time',
    guards: 'deletions count together over ten minutes',
    file: sync('engine/removals/deletions.ts'),
    text: 'export const WINDOW_MS = 600_000;',
    replacement: 'export const WINDOW_MS = 0;',
    ...{ story: 'many deleted one by one', rule: 'story' },
  },
  {
    name: 'identity-follows-file',
    guards: 'a renamed file keeps its record where a new one takes its name',
    file: sync('planner/matching/match-moved.ts'),
    text: 'if (isSave || matching.options.secondNames',
    replacement: 'if (true || matching.options.secondNames',
    ...{ story: 'new file under an old name', rule: 'mixed' },
  },
  {
    name: 'save-keeps-record',
    guards: 'a save that keeps a backup goes on with the record',
    file: sync('planner/matching/match-moved.ts'),
    text: 'const isSave = isBackup && !matching.isLongGone(node);',
    replacement: 'const isSave = false;',
    ...{ story: 'save with a backup', rule: 'story' },
  },
];

/** A source's text without its safeguard. Throws if the safeguard is not found exactly once. */
export function removeSafeguard(source: string, { name, file, text, replacement }: Safeguard): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${name}: found ${parts.length - 1} times in ${file}: ${text}`);
  return parts.join(replacement);
}

/**
 * Copies the sync command's sources, without one safeguard.
 *
 * @param folder is created
 */
export async function copyWithout(safeguard: Safeguard, folder: string): Promise<void> {
  for (const part of ['package.json', 'src/main/sync', 'src/shared'])
    await cp(join(PROJECT, part), join(folder, part), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, safeguard.file);
  await writeFile(path, removeSafeguard(await readFile(path, 'utf8'), safeguard));
}
