import { join } from 'node:path';
import { app } from 'electron';
import { t } from '../../i18n/i18n.ts';
import { icons } from '../../resources.ts';
import { type FolderIconWriter, runProgram } from './folder-icon-writer.ts';
import { createLinuxIconWriter, linuxIcon } from './linux.ts';
import { createMacosIconWriter } from './macos.ts';
import { createWindowsIconWriter } from './windows.ts';

/** The icon writer for this computer's system; null where folders have no icons. */
export async function createSystemIconWriter(
  platform: NodeJS.Platform = process.platform,
): Promise<FolderIconWriter | null> {
  switch (platform) {
    case 'linux': {
      const file = join(app.getPath('userData'), 'folder-icon.png');
      return createLinuxIconWriter(await linuxIcon(file, () => icons.app().toPNG()), runProgram);
    }
    case 'win32':
      return createWindowsIconWriter({ program: process.execPath, tip: t('folder.tip') }, runProgram);
    case 'darwin':
      return createMacosIconWriter(join(process.resourcesPath, 'icon.icns'), runProgram);
    default:
      return null;
  }
}
