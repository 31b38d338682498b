import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { DesktopError } from '../errors.ts';

/** Beside the libraries, in every folder that is synced (src/main/sync/engine/layout.ts). */
export const ROOT_MARKER = join('.legajo', 'root.json');

/** Folders of the system: what lies there is not a person's to keep in step. */
function systemFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'win32') {
    const named = [env.SystemRoot, env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramData];
    return named.filter((folder) => folder !== undefined);
  }
  const shared = [
    '/bin',
    '/boot',
    '/dev',
    '/etc',
    '/lib',
    '/opt',
    '/proc',
    '/run',
    '/sbin',
    '/sys',
    '/usr',
    '/var',
  ];
  return platform === 'darwin' ? [...shared, '/System', '/Library', '/Applications', '/private/etc'] : shared;
}

/** Whether `inner` is `outer`, or lies below it. */
function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

export interface RootRules {
  /** The folder that is synced now; null on the first run. */
  readonly current: string | null;
  readonly home: string;
  /** Where the app keeps its own things. */
  readonly appData: string;
  readonly platform?: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Makes sure that a folder can be the sync folder, and that it is there. Links are followed: what counts is where it
 * really lies.
 *
 * @throws DesktopError root_system, root_nested, root_not_usable
 */
export async function prepareRoot(folder: string, rules: RootRules): Promise<void> {
  const { current, platform = process.platform, env = process.env } = rules;
  const place = await realPlace(resolve(folder));
  const home = await realPlace(rules.home);
  const appData = await realPlace(rules.appData);
  const system = systemFolders(platform, env).some((outer) => isWithin(place, outer));
  const own = isWithin(place, home) && place !== home;
  if (place === parse(place).root || place === home || isWithin(home, place))
    throw new DesktopError('root_system');
  if (isWithin(place, appData) || isWithin(appData, place) || (system && !own))
    throw new DesktopError('root_system');
  const before = current && (await realPlace(current));
  if (before && before !== place && (isWithin(place, before) || isWithin(before, place)))
    throw new DesktopError('root_nested');
  for (let above = dirname(place); above !== dirname(above); above = dirname(above))
    if (await exists(join(above, ROOT_MARKER))) throw new DesktopError('root_nested');
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
  } catch {
    throw new DesktopError('root_not_usable');
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Where a path really leads; of one that is not there yet, what is there of it. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realPlace(above), relative(above, path));
  }
}
