import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as atomically from 'atomically';
import type { FolderIconWriter, Run } from './folder-icon-writer.ts';

/** Read by the file manager of KDE; those of GNOME and its kin keep the same among the folder’s metadata (gio). */
const FILE = '.directory';
/** By which we know our own file again. */
const OURS = 'X-Legajo-Folder=true';
/** The icon's name in the theme, where a package installed it. */
const ICON_NAME = 'legajo';

const BY_NAME = 'metadata::custom-icon-name';
const BY_FILE = 'metadata::custom-icon';

export interface LinuxIcon {
  /** What folders get: a name of the icon theme, or `file`. */
  readonly icon: string;
  /** Where the picture lies that we keep ourselves, absolute. */
  readonly file: string;
}

/**
 * The icon by its name where a package installed it (`.deb`), else as a picture of our own: an AppImage installs nothing,
 * and what lies in it is there only while it runs.
 *
 * @param file where that picture goes, absolute
 * @param picture its bytes, a PNG
 */
export async function linuxIcon(
  file: string,
  picture: () => Uint8Array,
  env: NodeJS.ProcessEnv = process.env,
): Promise<LinuxIcon> {
  const shared = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':').filter(isAbsolute);
  for (const folder of shared)
    if (await isThere(join(folder, 'icons/hicolor/256x256/apps', `${ICON_NAME}.png`)))
      return { icon: ICON_NAME, file };
  await mkdir(dirname(file), { recursive: true });
  await atomically.writeFile(file, Buffer.from(picture()));
  return { icon: file, file };
}

/** Linux: a `.directory`, and gio's metadata where there is a gio. */
export function createLinuxIconWriter({ icon, file }: LinuxIcon, run: Run): FolderIconWriter {
  const text = `[Desktop Entry]\nIcon=${escaped(icon)}\n${OURS}\n`;
  const ownValues = new Map([
    [BY_NAME, ICON_NAME],
    [BY_FILE, pathToFileURL(file).href],
  ]);
  const wanted = icon === file ? BY_FILE : BY_NAME;
  const isOwn = ([key, value]: readonly [string, string]): boolean => ownValues.get(key) === value;

  /** Where there is no gio, nothing reads what it would keep. */
  const gio = (...args: string[]): Promise<string> =>
    run('gio', args).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  const unset = (folder: string, key: string) => gio('set', '-t', 'unset', folder, key);
  const metadata = async (folder: string): Promise<[string, string][]> => {
    const known = await gio('info', '-a', `${BY_NAME},${BY_FILE}`, folder);
    const lines = known.matchAll(/^\s*(metadata::[\w-]+): (.+)$/gm);
    return [...lines].map(([, key = '', value = '']) => [key, value]);
  };

  return {
    async put(folder) {
      const path = join(folder, FILE);
      const before = await textOf(path);
      // An empty one is left by a stop between making and writing it; it tells a file manager nothing.
      if (before && !before.includes(OURS)) return;
      if (before !== text) {
        await rm(path, { force: true });
        // A person's, made just now, is not written over either.
        await writeFile(path, text, { flag: 'wx' });
      }
      const known = await metadata(folder);
      if (!known.every(isOwn)) return;
      for (const [key] of known) if (key !== wanted) await unset(folder, key);
      if (!known.some(([key]) => key === wanted))
        await gio('set', '-t', 'string', folder, wanted, ownValues.get(wanted) ?? '');
    },
    async take(folder) {
      const path = join(folder, FILE);
      if ((await textOf(path))?.includes(OURS)) await rm(path);
      for (const entry of await metadata(folder)) if (isOwn(entry)) await unset(folder, entry[0]);
    },
  };
}

/** A backslash begins an escape in such a file, and a line's end begins a line. */
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** Undefined where there is no such file. */
const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
