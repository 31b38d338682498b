/** Which files never become documents, by their names. */

/**
 * What never becomes a document, by its name: other programs' temporary files, what they obey, and Legajo's own.
 * docs/how-programs-save.md says whose they are. On disks, a document or folder that is called so gets another name.
 */
export const IGNORED_PATTERNS = [
  '~$*',
  '.~*',
  '.~lock.*#',
  '~WR*.tmp',
  '*.tmp',
  '*~',
  '.DS_Store',
  '._*',
  'Thumbs.db',
  'desktop.ini',
  '.directory',
  // On macOS this name ends with a carriage return.
  'Icon\r',
  'ehthumbs.db',
  // Downloads that are not complete: Firefox, Chrome, Safari, Opera, Edge, WinSCP, Free Download Manager, aria2.
  '*.part',
  '*.crdownload',
  '.com.google.Chrome.*',
  '.org.chromium.Chromium.*',
  '*.download',
  '*.opdownload',
  '*.partial',
  '*.filepart',
  '*.fdmdownload',
  '*.aria2',
  // What an editor has not saved yet: Emacs, Kate.
  '#*#',
  '.#*',
  '*.kate-swp',
  // Files on their way to their name, and files that were removed while a program had them open.
  '.goutputstream-*',
  '.fuse_hidden*',
  // AutoCAD, Access, InDesign.
  '*.sv$',
  '*.ac$',
  '*.dwl',
  '*.dwl2',
  '*.laccdb',
  '*.ldb',
  '*.idlk',
  // Nextcloud, Dropbox, Google Drive.
  '.*.~*',
  '.sync_*.db*',
  '.owncloudsync.log*',
  '.nextcloudsync.log*',
  '.dropbox',
  '.dropbox.attr',
  '.dropbox.cache',
  '.tmp.drivedownload',
  '.tmp.driveupload',
  '.legajo*',
  // What programs obey where they find it: whoever puts such a file or folder among others' documents runs commands on their
  // computers. Version control (NTFS also calls `.git` by its short name), editors, shells, keys and package managers.
  '.git',
  'git~*',
  '.gitmodules',
  '.gitconfig',
  '.hg',
  'hgrc',
  '.hgrc',
  '.svn',
  '.bzr',
  '.jj',
  '_darcs',
  '.husky',
  '.vscode',
  '.idea',
  '.fleet',
  '.devcontainer',
  '.vim',
  '.vimrc',
  '.exrc',
  '.nvimrc',
  '.emacs',
  '.emacs.d',
  '.dir-locals.el',
  '.ssh',
  'authorized_keys',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.netrc',
  '.envrc',
  '.direnv',
  '.npmrc',
  '.yarnrc*',
  '.pypirc',
  '.gdbinit',
  '.lldbinit',
  '.inputrc',
  '.profile',
  '.bash_*',
  '.bashrc',
  '.zsh*',
  '.zlog*',
  '.zprofile',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.config',
  '.local',
  '.xinitrc',
  '.xprofile',
  '.xsession',
  '.xsessionrc',
] as const;

/** Temporary names that no simple pattern tells from a document's. In lower case. */
const IGNORED_SHAPES = [
  // Vim: `.acta.txt.swp`, `.swo`, …, `.swpx`; and of a text that has no name yet.
  /\.(?:.+\.)?sw[a-px]x?/u,
  // NFS: a file that was removed while it was open.
  /\.nfs[\da-f]{8,}/u,
  // macOS: the old file of a safe save, `Informe.docx.sb-1a2b3c4d-Xy12Zk`.
  /.+\.sb-[\da-f]{8}-\w{6}/u,
] as const;

/**
 * What rsync and others write before they rename it: hidden, with six characters of chance at its end. Not a clash key:
 * upper and lower case tell chance from a word.
 */
const RSYNC = /^\..+\.(?=[^.]*[A-Za-z])(?=[^.]*\d|[^.]+[A-Z])[A-Za-z\d]{6}$/u;

const isEnding = (pattern: string): boolean => pattern.lastIndexOf('*') === 0;

/**
 * What `*.tmp` and the like end in. They are compared as texts: in one expression with the others, each of them goes
 * through the whole name of every file that is looked at.
 */
const IGNORED_ENDINGS = IGNORED_PATTERNS.filter(isEnding).map((pattern) => foldName(pattern.slice(1)));

/** One expression, because every name on the disk is tested. */
const BUILT_IN = new RegExp(
  `^(?:${[
    ...IGNORED_PATTERNS.filter((pattern) => !isEnding(pattern)).map(globSource),
    ...IGNORED_SHAPES.map(({ source }) => source),
  ].join('|')})$`,
  'su',
);

function glob(pattern: string): RegExp {
  return new RegExp(`^${globSource(pattern)}$`, 'su');
}

function globSource(pattern: string): string {
  const parts = foldName(pattern)
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'));
  return parts.join('.*');
}

/** NFC and lower case: the key of a name for programs that write it as it stands. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Whether a name never becomes a document. `own` are the person's own patterns; `*` matches anything. */
export function isIgnored(name: string, own: readonly string[] = []): boolean {
  // Not the clash key: programs write these names as they stand, and what looks like one may be a person's work.
  const key = foldName(name);
  return (
    IGNORED_ENDINGS.some((ending) => key.endsWith(ending)) ||
    BUILT_IN.test(key) ||
    RSYNC.test(name) ||
    own.some((each) => glob(each).test(key))
  );
}

/** Whether one of these patterns matches a name, without the built-in ones. */
export function isCovered(name: string, patterns: readonly string[]): boolean {
  const key = foldName(name);
  return patterns.some((each) => glob(each).test(key));
}
