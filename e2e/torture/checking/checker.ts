import { isNeverSent } from '../names.ts';
import { checkAgreement, checkSaid } from './agreement.ts';
import type { Entry, Outage } from './ledger.ts';
import type { Finding, SeenVersion, Times, World } from './seen.ts';

/** The longest time without an outage of anything that this content needed, in milliseconds. */
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

/** Whether this content must exist somewhere at the end (docs/torture.md). */
export function isProtected(entry: Entry, outages: readonly Outage[], times: Times): boolean {
  if (!entry.finished) return false;
  if (!entry.end) return true;
  if (isNeverSent(entry)) return false;
  const held = Math.min(Math.max((entry.heldUntil ?? 0) - entry.at, 0), times.unfinishedMs);
  const mayReplace = entry.end.how === 'replaced' && !entry.first ? times.distanceMs : 0;
  const wanted = times.settleMs + times.graceMs + held + mayReplace;
  return longestUndisturbed(entry, entry.end.at, outages) >= wanted;
}

/** Finds everything that is wrong at the end of a history, once all is quiet. A pure function. */
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
    // One second, because clocks have that resolution.
    const waited = entry ? version.createdAt - entry.at >= times.unfinishedMs - 1000 : true;
    if (version.unfinished !== null && waited) return [];
    const why = version.unfinished === null ? 'is not marked' : 'came before its time';
    const what = entry ? ` of ${entry.way}` : '';
    return [
      { rule: 'partial', text: `version ${version.number} of ${version.name}: a part${what}, and ${why}` },
    ];
  });
}

/** Documents whose history continues with another file's content. */
function checkIdentity({ entries, parted, versions }: World): Finding[] {
  const known = new Map([...entries].map((entry) => [entry.sha256, entry]));
  return parted.flatMap(([renamed, fresh]): Finding[] => {
    // A file that was renamed and then deleted may count as the backup of a save.
    if (known.get(renamed)?.end?.how === 'deleted') return [];
    const records = new Set(versions.filter(({ sha256 }) => sha256 === renamed).map(({ record }) => record));
    const mixed = versions.find(({ sha256, record }) => sha256 === fresh && records.has(record));
    if (!mixed) return [];
    const text = `version ${mixed.number} of ${mixed.name} is a new file under the old name of the document's own, which was renamed`;
    return [{ rule: 'mixed', text }];
  });
}
