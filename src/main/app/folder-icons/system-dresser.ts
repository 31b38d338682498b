import { join } from 'node:path';
import { app } from 'electron';
import { t } from '../../i18n/i18n.ts';
import { icons } from '../../resources.ts';
import { type Dresser, runProgram } from './dresser.ts';
import { linuxDresser, linuxIcon } from './linux.ts';
import { macosDresser } from './macos.ts';
import { windowsDresser } from './windows.ts';

/** The dresser of this computer's system; null where folders have no icons of their own. */
export async function systemDresser(platform: NodeJS.Platform = process.platform): Promise<Dresser | null> {
  switch (platform) {
    case 'linux': {
      const file = join(app.getPath('userData'), 'folder-icon.png');
      return linuxDresser(await linuxIcon(file, () => icons.app().toPNG()), runProgram);
    }
    case 'win32':
      return windowsDresser({ program: process.execPath, tip: t('folder.tip') }, runProgram);
    case 'darwin':
      return macosDresser(join(process.resourcesPath, 'icon.icns'), runProgram);
    default:
      return null;
  }
}
