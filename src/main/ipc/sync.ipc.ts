import { shell } from 'electron';
import type { SyncHost } from '../app/sync-host.ts';
import { DesktopError } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';
import type { Handlers } from './handle.ts';

export function syncCalls(host: SyncHost, settings: Settings): Handlers<'sync'> {
  return {
    'sync:state': () => host.state(),
    'sync:pause': () => host.command({ type: 'pause' }),
    'sync:resume': () => host.command({ type: 'resume' }),
    'sync:rescan': () => host.command({ type: 'rescan' }),
    'sync:setMode': (input) => host.command({ type: 'set-mode', ...input }),
    'sync:resolveHold': (input) => host.command({ type: 'resolve-hold', ...input }),
    'sync:answer': (input) => host.command({ type: 'answer', ...input }),
    'sync:openRecord': ({ record }) => host.command({ type: 'open-record', record }),
    'sync:showRoot': async () => {
      const { root } = settings.all();
      if (!root) throw new DesktopError('sync_off');
      await shell.openPath(root);
      return undefined;
    },
  };
}
