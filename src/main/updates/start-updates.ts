import { app } from 'electron';
import { log } from '../log.ts';
import type { UpdateSource } from './signed-provider.ts';
import { createUpdates, type Updates, type UpdatesDeps } from './updates.ts';

/**
 * Newer versions of this very app; one is put in only once `stop` has resolved.
 *
 * @param source null for an app that nobody publishes updates for
 */
export function startUpdates(
  source: UpdateSource | null,
  { onState, stop, goOn }: Pick<UpdatesDeps, 'onState' | 'stop' | 'goOn'>,
): Updates {
  return createUpdates({
    load: source && (async () => (await import('./load-updater.ts')).loadUpdater(source, app.isPackaged)),
    onState,
    stop: async () => {
      await stop();
      // The new version may be up before this one is gone.
      app.releaseSingleInstanceLock();
    },
    goOn,
    log,
  });
}
