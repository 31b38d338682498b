import type { Entry, Outage } from './ledger.ts';

/** A version that the server lists. */
export interface SeenVersion {
  readonly id: string;
  /** The document that it is a version of. */
  readonly record: string;
  readonly name: string;
  readonly number: number | null;
  readonly sha256: string;
  /** The hash of the bytes that the server gives for it; `undefined` where it gives none. */
  readonly bytes: string | undefined;
  readonly unfinished: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A file below a root, at rest. `path` is relative to the root. */
export interface SeenFile {
  readonly path: string;
  readonly sha256: string;
  readonly kind: 'file' | 'other';
}

export interface SeenRoot {
  readonly files: readonly SeenFile[];
  /** Paths that the command said it does not keep in step, by reason. */
  readonly listed: ReadonlyMap<string, string>;
  /** Roots of one group have equal rights. */
  readonly group: string;
}

export interface World {
  readonly entries: Iterable<Entry>;
  readonly outages: readonly Outage[];
  readonly exempt: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  /** `root:hash` and `root:path` of each file that a person deleted there: not to be in that root is right. */
  readonly removed: ReadonlySet<string>;
  /** Hashes of a renamed file's content and of the new file's that took its name. */
  readonly parted: readonly (readonly [renamed: string, fresh: string])[];
  readonly versions: readonly SeenVersion[];
  readonly roots: readonly SeenRoot[];
}

export interface Times {
  readonly settleMs: number;
  readonly distanceMs: number;
  readonly unfinishedMs: number;
  /** What a loaded machine may take beyond the settle time. */
  readonly graceMs: number;
}

export type Rule = 'acknowledged' | 'lost' | 'partial' | 'mixed' | 'disagreeing' | 'unsaid' | 'engine';
export interface Finding {
  readonly rule: Rule;
  readonly text: string;
}

/** Below a root, what belongs to the engine itself and what it set aside. */
const isOwn = (path: string): boolean => path.startsWith('.legajo/');
const isRetired = (path: string): boolean => path.split('/').includes('Retirados');
/** Names of programs' own files, as docs and issue 15 give them; a folder so named is no file. */
const IGNORED =
  /^(~\$.*|\.~.*|.*\.tmp|.*~|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*\.part|.*\.crdownload)$/iu;
const isIgnoredFile = (path: string): boolean => {
  const names = path.split('/');
  return IGNORED.test(names.at(-1) ?? '') && !names.slice(0, -1).some((name) => IGNORED.test(name));
};

/** The command prints a picture in the place of a character that would break its line. */
const printed = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  path.replace(/[\u0000-\u001f]/gu, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)));

/** Folders and the file's name: deeper ones no server takes. */
const DEEPEST = 21;

/** Whether the command listed this path, or a folder above it. */
function isListed({ listed }: SeenRoot, path: string): boolean {
  for (let part = printed(path); part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/'))))
    if (listed.has(part)) return true;
  return false;
}

/** Whether no engine can send it, or may: its person has the only copy, and may delete it. */
const isNeverSent = ({ path, unreadable }: Entry): boolean =>
  unreadable === true ||
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\ufffd]/u.test(path) ||
  path.split('/').some((name) => IGNORED.test(name)) ||
  path.split('/').length > DEEPEST;

/** The longest time in which nothing was missing that this content needed, in milliseconds. */
function longestUndisturbed(entry: Entry, until: number, outages: readonly Outage[]): number {
  const mine = outages
    .filter(({ of, from, to }) => (of === 'server' || of === entry.root) && to > entry.at && from < until)
    .sort((a, b) => a.from - b.from);
  let longest = 0;
  let from = entry.at;
  for (const outage of mine) {
    longest = Math.max(longest, outage.from - from);
    from = Math.max(from, outage.to);
  }
  return Math.max(longest, until - from);
}

/** Whether this content must exist somewhere at the end (issue 15, "To be shown"). */
export function isProtected(entry: Entry, outages: readonly Outage[], times: Times): boolean {
  if (!entry.finished) return false;
  if (!entry.end) return true;
  if (isNeverSent(entry)) return false;
  const held = Math.min(Math.max((entry.heldUntil ?? 0) - entry.at, 0), times.unfinishedMs);
  const mayReplace = entry.end.how === 'replaced' && !entry.first ? times.distanceMs : 0;
  const wanted = times.settleMs + times.graceMs + held + mayReplace;
  return longestUndisturbed(entry, entry.end.at, outages) >= wanted;
}

/** Everything that is wrong at the end of a history, once all is quiet. Pure. */
export function check(world: World, times: Times): Finding[] {
  return [
    ...checkAcknowledged(world),
    ...checkLost(world, times),
    ...checkPartial(world, times),
    ...checkIdentity(world),
    ...checkAgreement(world),
    ...checkSaid(world),
  ];
}

const describe = ({ sha256, size, way, path, root }: Entry): string =>
  `${sha256.slice(0, 12)} (${size} bytes, ${way}, root ${root}, ${path})`;

function checkAcknowledged({ acknowledged, versions }: World): Finding[] {
  const whole = new Set(versions.filter((v) => v.bytes === v.sha256).map(({ sha256 }) => sha256));
  const missing = [...acknowledged].filter((sha256) => !whole.has(sha256));
  const wrong = versions.filter((v) => v.bytes !== v.sha256 && !acknowledged.has(v.sha256));
  return [...missing, ...wrong.map(({ sha256 }) => sha256)].map((sha256) => ({
    rule: 'acknowledged',
    text: `${sha256.slice(0, 12)} was a ready version, and the server does not give its bytes`,
  }));
}

function checkLost({ entries, outages, versions, roots }: World, times: Times): Finding[] {
  const found = new Set(versions.flatMap(({ bytes }) => (bytes ? [bytes] : [])));
  for (const { files } of roots) for (const { sha256 } of files) found.add(sha256);
  return [...entries]
    .filter((entry) => !found.has(entry.sha256) && isProtected(entry, outages, times))
    .map((entry) => ({
      rule: 'lost',
      text: entry.end
        ? `${describe(entry)} stood ${entry.end.at - entry.at} ms, was ${entry.end.how} by its person, and is nowhere`
        : `${describe(entry)} was neither replaced nor deleted by its person, and is nowhere`,
    }));
}

/** Versions with bytes that no writer had finished. */
export function listPartial({ entries, exempt, versions }: World): SeenVersion[] {
  const finished = new Set([...entries].filter((entry) => entry.finished).map(({ sha256 }) => sha256));
  return versions.filter(({ sha256 }) => !finished.has(sha256) && !exempt.has(sha256));
}

function checkPartial(world: World, times: Times): Finding[] {
  const known = new Map([...world.entries].map((entry) => [entry.sha256, entry]));
  return listPartial(world).flatMap((version): Finding[] => {
    const entry = known.get(version.sha256);
    // One second for the clock's grain.
    const waited = entry ? version.createdAt - entry.at >= times.unfinishedMs - 1000 : true;
    if (version.unfinished !== null && waited) return [];
    const why = version.unfinished === null ? 'is not marked' : 'came before its time';
    const what = entry ? ` of ${entry.way}` : '';
    return [
      { rule: 'partial', text: `version ${version.number} of ${version.name}: a part${what}, and ${why}` },
    ];
  });
}

/** Documents whose history goes on with another file's content. */
function checkIdentity({ entries, parted, versions }: World): Finding[] {
  const known = new Map([...entries].map((entry) => [entry.sha256, entry]));
  return parted.flatMap(([renamed, fresh]): Finding[] => {
    // Renamed and then deleted, it may pass for the backup of a save.
    if (known.get(renamed)?.end?.how === 'deleted') return [];
    const records = new Set(versions.filter(({ sha256 }) => sha256 === renamed).map(({ record }) => record));
    const mixed = versions.find(({ sha256, record }) => sha256 === fresh && records.has(record));
    if (!mixed) return [];
    const text = `version ${mixed.number} of ${mixed.name} is a new file under the old name of the document's own, which was renamed`;
    return [{ rule: 'mixed', text }];
  });
}

function checkAgreement({ roots, removed }: World): Finding[] {
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
        !mine.has(path) && (removed.has(`${at}:${path}`) || removed.has(`${at}:${others.get(path)}`));
      if (isRemoved(index, here, there) || isRemoved(other, there, here)) continue;
      const text = `${path}: ${here.get(path)?.slice(0, 12) ?? 'missing'} in root ${index}, ${there.get(path)?.slice(0, 12) ?? 'missing'} in root ${other}`;
      findings.push({ rule: 'disagreeing', text });
    }
  }
  return findings;
}

function checkSaid({ roots, versions }: World): Finding[] {
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
