/** What keeps a program away from the server, beside its limits, environment and folder. */
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
  /** Whose the working folder has to be; null for the server's own user. */
  readonly owner: number | null;
  /** Whether Node changes the user at the start; otherwise the arguments do. */
  readonly byNode: boolean;
  /** Whether its user has no processes but its own. */
  readonly alone: boolean;
  /** What stands before the program on its command line. */
  prefix(folder: string): readonly string[];
}

export interface Surroundings {
  readonly root: boolean;
  /** The data folder, which the program shall not see. */
  readonly hide: string | null;
  /** Whether it may get process ids of its own: it is then the child of what was started. */
  readonly forks: boolean;
}

/**
 * A user whom no system gives to anybody (Debian reserves 65000 to 65533): unlike `nobody` it owns no files and no
 * processes, so that the limit on its processes counts nobody else's.
 */
const FENCED_USER = 65_432;

/** Ended with the server, however that one ends. */
const TIED = ['setpriv', '--pdeathsig', 'KILL', '--'];
const RIGHTLESS = ['--pdeathsig', 'KILL', '--no-new-privs'];
const NO_CAPABILITIES = ['--bounding-set=-all', '--inh-caps=-all', '--'];
const AS_OTHER = ['--reuid', `${FENCED_USER}`, '--regid', `${FENCED_USER}`, '--clear-groups'];
/** Mounts an empty folder over the one that is named first, then runs the rest. */
const HIDE = ['sh', '-c', 'mount -t tmpfs -o ro,size=4k,mode=000 tmpfs "$0" && exec "$@"'];
/** What programs need beside themselves to start, and to draw letters. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts'];

function bubblewrap(folder: string): string[] {
  const system = SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]);
  const own = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', folder, folder];
  return ['bwrap', '--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', ...system, ...own, '--chdir', folder];
}

/** Every way that this system may know, the closest first. Whether one works is only known when it is tried. */
export function enclosures({ root, hide, forks }: Surroundings): Enclosure[] {
  const owner = root ? FENCED_USER : null;
  // Older kernels count the processes of a user over all namespaces: harmless to those who start no threads.
  const own = { owner, byNode: false, alone: root || forks };
  const user: readonly Wall[] = root ? ['other user'] : [];
  const processes: readonly Wall[] = forks ? ['own processes'] : [];
  const apart = forks ? ['--pid', '--fork', '--kill-child'] : [];
  const hidden = hide === null ? [] : [...HIDE, hide];
  const dropped = root ? AS_OTHER : [];
  // A user who is not root may part from the rest of the system only as root of a namespace of its own.
  const parted = (mapped: string): string[] => ['unshare', ...(root ? [] : ['--user', mapped])];
  const last = ['setpriv', ...RIGHTLESS, ...dropped];

  const ways: Enclosure[] = [
    {
      ...own,
      walls: [...user, 'no new privileges', 'no network', ...processes, 'no data folder', 'only its folder'],
      prefix: (folder) => [...last, ...(root ? NO_CAPABILITIES : ['--']), ...bubblewrap(folder), '--'],
    },
    {
      ...own,
      walls: [...user, 'no new privileges', 'no network', ...processes, ...(hide ? (['no data folder'] as const) : [])],
      prefix: () => [
        ...[...TIED, ...parted('--map-root-user'), '--net', '--ipc', '--mount', ...apart, '--'],
        ...[...hidden, ...last, ...NO_CAPABILITIES],
      ],
    },
    {
      ...own,
      walls: [...user, 'no new privileges', 'no network'],
      prefix: () => [
        ...[...TIED, ...parted('--map-current-user'), '--net', '--ipc', '--'],
        ...[...last, ...(root ? NO_CAPABILITIES : ['--'])],
      ],
    },
    {
      ...{ ...own, alone: root },
      walls: [...user, 'no new privileges'],
      prefix: () => [...last, ...(root ? NO_CAPABILITIES : ['--'])],
    },
    ...(root ? [{ owner, byNode: true, alone: true, walls: user, prefix: () => [] }] : []),
    UNWALLED,
  ];
  return forks ? ways : ways.slice(1);
}

/** As the server itself runs. */
export const UNWALLED: Enclosure = { walls: [], owner: null, byNode: false, alone: false, prefix: () => [] };
