import { hostname } from 'node:os';
import { app } from 'electron';
import type { CallParsed } from '#shared/ipc/channels.ts';
import type { AppInfo } from '#shared/ipc/desktop.ts';
import type { Links } from '../app/links.ts';
import { openOutside } from '../windows/external.ts';
import type { Handlers } from './handle.ts';

export const computerName = (): string =>
  hostname()
    .replace(/\.local$/, '')
    .slice(0, 80) || 'Legajo';

/**
 * @param notify shows a notice of the system's, and opens the route where it is clicked
 * @param links where links from outside wait for the page
 * @param saveDiagnostics asks where, and tells whether it was written
 */
export function appCalls(
  notify: (notice: CallParsed<'app:notify'>) => void,
  links: Pick<Links, 'take'>,
  saveDiagnostics: (withNames: boolean) => Promise<boolean>,
): Handlers<'app'> {
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
    'app:saveDiagnostics': async ({ withNames }) => ({ saved: await saveDiagnostics(withNames) }),
    'app:notify': (notice) => {
      notify(notice);
      return undefined;
    },
    'app:takeRoute': () => links.take(),
  };
}
