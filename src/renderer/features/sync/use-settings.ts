import { useQuery } from '@tanstack/react-query';
import type { DesktopPreferences, DesktopSettings } from '#shared/ipc/desktop.ts';
import type { DesktopApi } from '#shared/ipc/desktop-api.ts';
import type { IpcResult } from '#shared/ipc/result.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../components/toast.tsx';
import { i18next } from '../../i18n/i18n.ts';
import { desktop, unwrap } from '../../platform/platform.ts';

const KEY = ['desktop', 'settings'];

function api(): DesktopApi {
  if (!desktop) throw new Error('only the desktop has settings of its own');
  return desktop;
}

/** The person's settings of this computer, from the main process. */
export const useSettings = () =>
  useQuery({ queryKey: KEY, queryFn: () => unwrap(api().settings.get()), retry: false });

/** Stores the settings that a call of the main process returns. @throws DesktopError */
export async function saveSettings(
  answer: (api: DesktopApi) => Promise<IpcResult<DesktopSettings>>,
): Promise<void> {
  queryClient.setQueryData(KEY, await unwrap(answer(api())));
}

/** Changes preferences, which take effect at once. A failure is shown as a toast. @returns whether they were saved */
export async function savePreferences(changed: Partial<DesktopPreferences>): Promise<boolean> {
  try {
    await saveSettings(({ settings }) => settings.setPreferences(changed));
    return true;
  } catch (error) {
    toast.error(i18next.t('sync:computer.notKept'), sentenceOf(error));
    return false;
  }
}

/** The message of an error of the main process. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : '');
