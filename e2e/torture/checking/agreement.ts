import { isIgnoredFile } from '../names.ts';
import type { Finding, SeenRoot, World } from './seen.ts';

/** Below a root: the engine's own files, and what it set aside. */
const isOwn = (path: string): boolean => path.startsWith('.legajo/');
const isRetired = (path: string): boolean => path.split('/').includes('Retirados');
/** The command prints a replacement picture for characters that would break a line. */
const printed = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  path.replace(/[\u0000-\u001f]/gu, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)));

/** Whether the command listed this path, or a folder above it. */
function isListed({ listed }: SeenRoot, path: string): boolean {
  for (let part = printed(path); part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/'))))
    if (listed.has(part)) return true;
  return false;
}

/** Whether a person deleted a folder above this path in a root, and nothing was created there since. */
const liesInRemoved = ({ roots, removedFolders }: World, root: number, path: string): boolean => {
  const files = roots[root]?.files ?? [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    if (removedFolders.has(`${root}:${folder}`) && !files.some((file) => file.path.startsWith(`${folder}/`)))
      return true;
  }
  return false;
};

/**
 * Whether a file is rightly missing in a root: its person deleted it there, under this name or another, or a folder
 * above it.
 */
function makeIsRemoved(world: World) {
  const { removed, versions } = world;
  const records = new Map<string, string[]>();
  for (const { sha256, record } of versions) records.set(sha256, [...(records.get(sha256) ?? []), record]);
  const gone = new Set<string>();
  for (const key of removed) {
    const colon = key.indexOf(':');
    for (const record of records.get(key.slice(colon + 1)) ?? [])
      gone.add(`${key.slice(0, colon)}:${record}`);
  }
  return (root: number, path: string, sha256: string): boolean => {
    if (removed.has(`${root}:${path}`) || removed.has(`${root}:${sha256}`)) return true;
    if (records.get(sha256)?.some((record) => gone.has(`${root}:${record}`))) return true;
    return liesInRemoved(world, root, path);
  };
}

type Contents = ReadonlyMap<string, string>;

/**
 * Whether a file has another name in one of two roots because its move is blocked there, and one of the commands lists
 * it under the old or the new name.
 */
function isMoveListed(roots: readonly SeenRoot[], files: readonly Contents[], path: string): boolean {
  const contents = files.map((each) => each.get(path));
  if (!contents.includes(undefined)) return false;
  const [moved] = contents.filter((each) => each !== undefined);
  return files.some((each) =>
    [...each].some(
      ([name, sha256]) => name !== path && sha256 === moved && roots.some((root) => isListed(root, name)),
    ),
  );
}

/** Differences between roots with equal rights that no command listed. */
export function checkAgreement(world: World): Finding[] {
  const { roots } = world;
  const wasRemoved = makeIsRemoved(world);
  const findings: Finding[] = [];
  const counted = (root: SeenRoot, path: string): boolean =>
    !isOwn(path) && !isRetired(path) && !isIgnoredFile(path) && !isListed(root, path);
  for (const [index, one] of roots.entries()) {
    const other = roots.findIndex((root, at) => at > index && root.group === one.group);
    const second = roots[other];
    if (!second) continue;
    const [here, there] = [one, second].map(
      ({ files }) => new Map(files.filter(({ kind }) => kind === 'file').map((f) => [f.path, f.sha256])),
    ) as [Map<string, string>, Map<string, string>];
    for (const path of new Set([...here.keys(), ...there.keys()])) {
      if (here.get(path) === there.get(path) || !counted(one, path) || !counted(second, path)) continue;
      const isRemoved = (at: number, mine: Map<string, string>, others: Map<string, string>): boolean =>
        !mine.has(path) && wasRemoved(at, path, others.get(path) ?? '');
      if (isRemoved(index, here, there) || isRemoved(other, there, here)) continue;
      if (isMoveListed([one, second], [here, there], path)) continue;
      const text = `${path}: ${here.get(path)?.slice(0, 12) ?? 'missing'} in root ${index}, ${there.get(path)?.slice(0, 12) ?? 'missing'} in root ${other}`;
      findings.push({ rule: 'disagreeing', text });
    }
  }
  return findings;
}

/** Files that are not on the server, and that no command listed. */
export function checkSaid({ roots, versions }: World): Finding[] {
  const known = new Set(versions.map(({ sha256 }) => sha256));
  return roots.flatMap((root, index) =>
    root.files
      .filter(({ path }) => !isOwn(path) && !isRetired(path) && !isIgnoredFile(path))
      .filter((file) => (file.kind === 'other' || !known.has(file.sha256)) && !isListed(root, file.path))
      .map(({ path }) => ({
        rule: 'unsaid' as const,
        text: `root ${index}: ${path} is not on the server, and the command does not say so`,
      })),
  );
}
