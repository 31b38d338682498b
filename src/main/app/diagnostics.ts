import type { DesktopSettings } from '#shared/ipc/desktop.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';

/** Lines of the log that go along: the last ones. */
const LINES = 3000;

export interface DiagnosticParts {
  /** Of the app, its runtime and the system. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: DesktopSettings;
  readonly state: SyncState;
  /** What the journal holds, in numbers; null while no engine runs. */
  readonly figures: unknown;
  readonly log: string;
  readonly home: string;
  /** Names of files, folders and libraries as they are: their person said so. */
  readonly withNames: boolean;
}

/** What helps to find out why something does not work, by file name. No token, password or address of a person. */
export function diagnosticFiles(parts: DiagnosticParts): Record<string, string> {
  const { versions, settings, state, figures, log, withNames } = parts;
  const names = new Names(withNames);
  const shown = stateOf(state, names);
  const scrub = scrubber(parts, names);
  // One by one: a setting that is added one day must not slip in with what it holds.
  const { limitUp, limitDown, pauseOnMetered, openAtLogin, ignore } = settings.preferences;
  const chosen = {
    server: settings.server,
    theme: settings.theme,
    can: settings.can,
    preferences: {
      limitUp,
      limitDown,
      pauseOnMetered,
      openAtLogin,
      ignore: withNames ? ignore : ignore.length,
    },
  };
  const json = (value: unknown): string => `${scrub(JSON.stringify(value, null, 2))}\n`;
  return {
    'versiones.json': json(versions),
    'ajustes.json': json(chosen),
    'sincronizacion.json': json(shown),
    'diario.json': json(figures),
    'legajo.log': scrub(log.split('\n').slice(-LINES).join('\n')),
  };
}

/** Gives each name another one that says nothing but its ending, the same one each time. */
class Names {
  readonly known = new Map<string, string>();
  private readonly kept: boolean;

  constructor(kept: boolean) {
    this.kept = kept;
  }

  one(name: string): string {
    if (this.kept || name === '') return name;
    const ending = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
    const known = this.known.get(name) ?? `nombre-${this.known.size + 1}${ending}`;
    this.known.set(name, known);
    return known;
  }

  path(path: string): string {
    return path
      .split('/')
      .map((name) => this.one(name))
      .join('/');
  }
}

function stateOf(state: SyncState, names: Names) {
  return {
    ...state,
    root: state.root === null ? null : '<carpeta>',
    libraries: state.libraries.map((library) => ({
      ...library,
      name: names.one(library.name),
      ...(library.path === undefined ? {} : { path: names.path(library.path) }),
      folders: library.folders.map((folder) => ({
        ...folder,
        name: names.one(folder.name),
        path: names.path(folder.path),
      })),
    })),
    transfers: state.transfers.map((each) => ({ ...each, name: names.one(each.name) })),
    activity: state.activity.map(({ from, ...each }) => ({
      ...each,
      path: names.path(each.path),
      ...(from === undefined ? {} : { from: names.path(from) }),
    })),
    // A blocked item's own id may be made of its path.
    notSynced: state.notSynced.map(({ path, reason }) => ({ path: names.path(path), reason })),
    blocked: state.blocked.map(({ _id, ...each }) => ({ ...each, path: names.path(each.path) })),
  };
}

/** Takes out of a text what is nobody's to read: secrets always, names where they are not wanted. */
function scrubber({ home, state, withNames }: DiagnosticParts, names: Names): (text: string) => string {
  const folders = [
    ...(state.root ? [[state.root, '<carpeta>'] as const] : []),
    ...(home ? [[home, '~'] as const] : []),
  ];
  // Longer names first: one may be part of another.
  const known = withNames ? [] : [...names.known].filter(([name]) => name.length > 2);
  known.sort(([one], [other]) => other.length - one.length);
  return (text) => {
    let clean = text
      // Tokens of ours and of others: three parts of base64url, and anything long that looks like no word.
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<secreto>')
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 <secreto>')
      .replace(
        /\b(password|clave|contraseña|\w*token|secret)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi,
        '$1$2<secreto>',
      )
      .replace(/(https?:\/\/)[^/\s"'@]*@/g, '$1')
      .replace(/[\w+-]{40,}/g, '<secreto>')
      .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '<correo>');
    if (!withNames && state.root) clean = clean.replaceAll(pathBelow(state.root), '<carpeta>/<archivo>');
    for (const [folder, word] of folders) clean = clean.replaceAll(folder, word);
    for (const [name, other] of known) clean = clean.replaceAll(name, other);
    // What the system's errors put between quotes is a path.
    return withNames ? clean : clean.replace(/(^|[\s(])'[^'\n]*'/gm, "$1'<archivo>'");
  };
}

/** A path below a folder, as far as it can be told from what follows it. */
function pathBelow(folder: string): RegExp {
  const start = folder.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`${start}[\\\\/][^'"\\n]*`, 'g');
}
