import type { IpcResult } from '#shared/ipc/result.ts';
import { toast } from '../../components/toast.tsx';
import { i18next } from '../../i18n/i18n.ts';
import { desktop, unwrap } from '../../platform/platform.ts';

type SyncApi = NonNullable<typeof desktop>['sync'];

/** Sends a command to the engine. A failure is shown as a toast. Resolves after the answer, also after a failure. */
export async function runSyncCommand(command: (sync: SyncApi) => Promise<IpcResult<unknown>>): Promise<void> {
  if (!desktop) return;
  await unwrap(command(desktop.sync)).catch(showFailure);
}

/** Lets the person choose the folder for the libraries, and starts to sync there. */
export async function chooseRoot(): Promise<void> {
  if (!desktop) return;
  try {
    const folder = await unwrap(desktop.settings.pickRoot());
    if (folder) await unwrap(desktop.settings.setRoot(folder));
  } catch (error) {
    showFailure(error);
  }
}

function showFailure(error: unknown): void {
  toast.error(i18next.t('sync:failed'), error instanceof Error ? error.message : '');
}
