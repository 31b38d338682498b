import { notifications as toasts } from '@mantine/notifications';
import type { IpcResult } from '#shared/ipc/result.ts';
import { i18next } from '../../i18n/i18n.ts';
import { desktop, unwrap } from '../../platform/platform.ts';

type SyncApi = NonNullable<typeof desktop>['sync'];

/** Asks something of the engine; a refusal is said in a toast. */
export function ask(command: (sync: SyncApi) => Promise<IpcResult<unknown>>): void {
  if (!desktop) return;
  unwrap(command(desktop.sync)).catch((error: unknown) =>
    toasts.show({
      color: 'red',
      title: i18next.t('sync:failed'),
      message: error instanceof Error ? error.message : '',
    }),
  );
}
