/** What keeps a program away from the server, in addition to its limits, environment and folder. */
export const WALLS = [
  /** It runs as a user who owns nothing else, and not as the server's. */
  'other user',
  /** No set-uid program gives it rights, and it has no capabilities. */
  'no new privileges',
  'no network',
  /** It sees no other process, and none that it starts outlives it. */
  'own processes',
  /** The data folder is empty for it. */
  'no data folder',
  /** It sees the system's programs and its own folder, and no other file. */
  'only its folder',
] as const;
export type Wall = (typeof WALLS)[number];

/** One way of starting a program behind walls. */
export interface Enclosure {
  readonly walls: readonly Wall[];
  /** The user who must own the working folder; null for the server's own user. */
  readonly owner: number | null;
  /** Whether Node changes the user at the start; otherwise the arguments do. */
  readonly byNode: boolean;
  /** Whether its user runs nothing else. */
  readonly alone: boolean;
  /** What comes before the program on its command line. */
  prefix(folder: string): readonly string[];
}

export interface Surroundings {
  /** The user that root may become for the program; null where the server does not run as root. */
  readonly owner: number | null;
  /** The data folder, which the program must not see. */
  readonly hide: string | null;
  /** Whether it may get process ids of its own, which makes it a child of the process that is started. */
  readonly forks: boolean;
}

/** Ends it with the server, however that ends. */
const TIED = ['setpriv', '--pdeathsig', 'KILL', '--'];
const RIGHTLESS = ['--pdeathsig', 'KILL', '--no-new-privs'];
const NO_CAPABILITIES = ['--bounding-set=-all', '--inh-caps=-all', '--'];
/** Mounts an empty folder over the first argument, then runs the rest. */
const HIDE = ['sh', '-c', 'mount -t tmpfs -o ro,size=4k,mode=000 tmpfs "$0" && exec "$@"'];
/** What programs need to start, and to draw letters. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/var/cache/fontconfig',
];

function bubblewrap(folder: string): string[] {
  const system = SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]);
  const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', folder, folder];
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...system,
    ...own,
    '--chdir',
    folder,
  ];
}

/** Every way that this system may offer, the strictest first. Whether one works is known only after a try. */
export function enclosures(surroundings: Surroundings): Enclosure[] {
  const { owner } = surroundings;
  const root = owner !== null;
  const own = waysAs(null, root, surroundings);
  if (!root) return [...own, UNWALLED];
  const byNode: Enclosure = { owner, byNode: true, alone: true, walls: ['other user'], prefix: () => [] };
  // Root without capabilities still owns root's files, so a checkout that only root may enter can be read.
  return [...waysAs(owner, root, surroundings), byNode, ...own, UNWALLED];
}

/** @param owner the user that it becomes; null where it stays the server's own */
function waysAs(owner: number | null, root: boolean, { hide, forks }: Surroundings): Enclosure[] {
  // Older kernels count a user's processes over all namespaces. That is harmless for programs without threads.
  const common = { owner, byNode: false, alone: owner !== null || (forks && !root) };
  const rights: readonly Wall[] = [...(owner === null ? [] : (['other user'] as const)), 'no new privileges'];
  const become = owner === null ? [] : ['--reuid', `${owner}`, '--regid', `${owner}`, '--clear-groups'];
  const last = ['setpriv', ...RIGHTLESS, ...become];
  const lastOfRoot = [...last, ...NO_CAPABILITIES];
  const plainLast = root ? lastOfRoot : [...last, '--'];
  // A user who is not root may use other namespaces only as the root of a user namespace.
  const parted = (mapped: string): string[] => [...TIED, 'unshare', ...(root ? [] : ['--user', mapped])];
  const apart = forks ? ['--pid', '--fork', '--kill-child'] : [];
  const parts: readonly Wall[] = ['no network', ...(forks ? (['own processes'] as const) : [])];

  const inFolder: Enclosure = {
    ...common,
    walls: [...rights, ...parts, 'no data folder', 'only its folder'],
    prefix: (folder) => [...plainLast, ...bubblewrap(folder), '--'],
  };
  const hidden: Enclosure = {
    ...common,
    walls: [...rights, ...parts, ...(hide === null ? [] : (['no data folder'] as const))],
    prefix: () => [
      ...[...parted('--map-root-user'), '--net', '--ipc', '--mount', ...apart, '--'],
      ...[...(hide === null ? [] : [...HIDE, hide]), ...lastOfRoot],
    ],
  };
  const offline: Enclosure = {
    ...common,
    walls: [...rights, 'no network'],
    prefix: () => [...parted('--map-current-user'), '--net', '--ipc', '--', ...plainLast],
  };
  const rightless = { ...common, alone: owner !== null, walls: rights, prefix: () => plainLast };
  return [...(forks ? [inFolder] : []), hidden, offline, rightless];
}

/** No walls: the program runs as the server does. */
export const UNWALLED: Enclosure = { walls: [], owner: null, byNode: false, alone: false, prefix: () => [] };
