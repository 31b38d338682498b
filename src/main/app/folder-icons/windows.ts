import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderIconWriter, Run } from './folder-icon-writer.ts';

const FILE = 'desktop.ini';
/** By which we know our own file again: a section that Explorer passes over. */
const OURS = '[Legajo]';

export interface WindowsIcon {
  /** Whose first icon the folders get: the app's own program, absolute. */
  readonly program: string;
  /** What Explorer says of the folder under the pointer. */
  readonly tip: string;
}

/**
 * The bytes of a folder's `desktop.ini`: UTF-16 with its mark, the only way in which Explorer reads more than the letters of
 * one code page.
 */
export function desktopIni({ program, tip }: WindowsIcon): Buffer {
  const lines = [
    '[.ShellClassInfo]',
    `IconResource=${program},0`,
    `InfoTip=${tip}`,
    // No question for this file when the folder is moved or removed.
    'ConfirmFileOp=0',
    OURS,
    '',
  ];
  return Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le');
}

/** Windows: a hidden `desktop.ini`, which Explorer reads where the folder is marked as one with a look of its own. */
export function createWindowsIconWriter(
  icon: WindowsIcon,
  run: Run,
  env: NodeJS.ProcessEnv = process.env,
): FolderIconWriter {
  const bytes = desktopIni(icon);
  // By its whole path: nothing else of that name is started.
  const attrib = `${env.SystemRoot ?? 'C:\\Windows'}\\System32\\attrib.exe`;
  return {
    async put(folder) {
      const path = join(folder, FILE);
      const before = await bytesOf(path);
      // An empty one is left by a stop between making and writing it; it tells Explorer nothing.
      if (before?.length && !isOurs(before)) return;
      if (!before?.equals(bytes)) {
        // Windows lets nobody write over a hidden file; and a person's, made just now, is not to be.
        await rm(path, { force: true });
        await writeFile(path, bytes, { flag: 'wx' });
      }
      await run(attrib, ['+s', '+h', path]);
      await run(attrib, ['+r', folder]);
    },
    async take(folder) {
      const path = join(folder, FILE);
      const before = await bytesOf(path);
      if (!before || !isOurs(before)) return;
      await rm(path);
      await run(attrib, ['-r', folder]);
    },
  };
}

const isOurs = (bytes: Buffer): boolean => bytes.toString('utf16le').includes(OURS);

/** Undefined where there is no such file. */
const bytesOf = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
