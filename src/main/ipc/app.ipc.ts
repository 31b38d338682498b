import { hostname } from 'node:os';
import { app } from 'electron';
import type { AppInfo } from '#shared/ipc/desktop.ts';
import { openOutside } from '../windows/external.ts';
import type { Handlers } from './handle.ts';

export const computerName = (): string =>
  hostname()
    .replace(/\.local$/, '')
    .slice(0, 80) || 'Legajo';

export function appCalls(): Handlers<'app'> {
  return {
    'app:info': () => ({
      version: app.getVersion(),
      platform: process.platform as AppInfo['platform'],
      computer: computerName(),
      windowControls: 'none',
    }),
    'app:openExternal': async (address) => {
      await openOutside(address);
      return undefined;
    },
  };
}
