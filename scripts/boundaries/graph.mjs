/** Tests and their helpers are left out: they may import anything. */
const TEST = /\.test\.tsx?$|\/testing\//;

/** The domain of a server file; for files in no domain `platform`, or the name of the top folder or file. */
export function roomOf(path) {
  const [top, room, domain] = path.split('/');
  if (top !== 'server') return undefined;
  // Everything may import the configuration.
  if (path === 'server/config.ts' || room === 'platform') return 'platform';
  return room === 'domains' ? domain : 'composition';
}

/**
 * Counts imports from one room to another.
 * @param modules as dependency-cruiser lists them
 * @returns counts by `from>to`, in the order in which they were found
 */
export function countImports(modules) {
  const counts = new Map();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (!from || TEST.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (!to || to === from || TEST.test(resolved)) continue;
      const key = `${from}>${to}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** @returns `[from, to, count]` of imports from a room to one that is not below it */
export function upwardArrows(counts, order) {
  const levels = [['platform'], ...order, ['composition']];
  const levelOf = new Map(levels.flatMap((rooms, at) => rooms.map((room) => [room, at])));
  return [...counts]
    .map(([key, count]) => [...key.split('>'), count])
    .filter(([from, to]) => (levelOf.get(to) ?? 0) >= (levelOf.get(from) ?? 0));
}

/** @returns `[one, other, there, back]` of rooms that import each other */
export function twoWayPairs(counts) {
  return [...counts].flatMap(([key, there]) => {
    const [one, other] = key.split('>');
    const back = counts.get(`${other}>${one}`);
    return back !== undefined && one < other ? [[one, other, there, back]] : [];
  });
}

/** The folders with the most files directly in them. Migrations are left out, because they always grow. */
export function fullestFolders(modules) {
  const files = new Map();
  for (const { source } of modules) {
    const folder = source.slice(0, source.lastIndexOf('/'));
    if (/node_modules|\/migrations$/.test(folder) || !/^(src|server)\//.test(source)) continue;
    files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return [...files].sort((a, b) => b[1] - a[1]);
}

/** A diagram of the domains from the lowest upwards, without the platform, which all of them import. */
export function drawMermaid(counts, order) {
  const id = (room) => room.replaceAll('-', '_');
  const drawn = order.flat();
  const lines = order.map(
    (rooms, at) =>
      `  subgraph level${at} [" "]\n${rooms.map((room) => `    ${id(room)}["${room}"]`).join('\n')}\n  end`,
  );
  const arrows = [...counts].flatMap(([key, count]) => {
    const [from, to] = key.split('>');
    return drawn.includes(from) && drawn.includes(to) ? [`  ${id(from)} -->|${count}| ${id(to)}`] : [];
  });
  return ['flowchart BT', ...lines, ...arrows].join('\n');
}
