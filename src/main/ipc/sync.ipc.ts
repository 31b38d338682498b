import { shell } from 'electron';
import { ignoreCount, type SyncCommand } from '#shared/ipc/sync-host.ts';
import type { SyncHost } from '../app/sync-host.ts';
import { DesktopError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import type { Handlers } from './handle.ts';

export function syncCalls(host: SyncHost, settings: Settings): Handlers<'sync'> {
  const tell = async (command: SyncCommand): Promise<undefined> => {
    await host.command(command);
  };
  return {
    'sync:state': () => host.state(),
    'sync:pause': () => tell({ type: 'pause' }),
    'sync:resume': () => tell({ type: 'resume' }),
    'sync:rescan': () => tell({ type: 'rescan' }),
    'sync:setMode': (input) => tell({ type: 'set-mode', ...input }),
    'sync:resolveBlocked': (input) => tell({ type: 'resolve-blocked', ...input }),
    'sync:answer': (input) => tell({ type: 'answer', ...input }),
    'sync:openRecord': ({ record }) => tell({ type: 'open-record', record }),
    'sync:countIgnored': async (patterns) =>
      ignoreCount.parse(await host.command({ type: 'count-ignored', patterns })),
    'sync:showRoot': async () => {
      const { root } = settings.all();
      if (!root) throw new DesktopError('sync_off');
      await shell.openPath(root);
      return undefined;
    },
  };
}
