import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writeFile } from 'atomically';

/** Tells a start with one's session from one by hand: it comes up in the tray. */
export const HIDDEN = '--hidden';

/** The program and what it is given, for a start with one's session. */
export interface LoginProgram {
  readonly path: string;
  readonly args: readonly string[];
}

/** What is needed of Electron's `app`. */
interface LoginItems {
  setLoginItemSettings(settings: { openAtLogin: boolean; path?: string; args?: string[] }): void;
}

/** Where Linux desktops look for what starts with one's session. */
export const autostartFile = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'legajo.desktop');

/**
 * Has the app start with one's session on this computer, or not. Windows and macOS keep it themselves; on Linux it is a
 * file of the XDG autostart folder.
 */
export async function setOpenAtLogin(
  items: LoginItems,
  on: boolean,
  program: LoginProgram,
  platform: NodeJS.Platform = process.platform,
  file: string = autostartFile(),
): Promise<void> {
  if (platform !== 'linux') {
    items.setLoginItemSettings({ openAtLogin: on, path: program.path, args: [...program.args] });
    return;
  }
  if (!on) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(join(file, '..'), { recursive: true });
  // Whole or not at all: desktops watch this folder, and would read a file that is still empty.
  await writeFile(file, entry(program));
}

function entry({ path, args }: LoginProgram): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Legajo',
    `Exec=${[path, ...args].map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** An argument of a desktop entry: quoted, and its value escaped once more as every string of such a file. */
const quoted = (argument: string): string =>
  `"${argument
    .replace(/(["`$\\])/g, '\\$1')
    .replace(/\\/g, '\\\\')
    .replace(/%/g, '%%')}"`;
