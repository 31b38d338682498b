import { useTranslation } from 'react-i18next';
import { diskName } from '#shared/platform/files/names.ts';

/** What a form says below the name of a folder or library where disks do not take it as it is: what they call it. */
export function useNameOnDisk(name: string): string | undefined {
  const { t } = useTranslation();
  const given = name.trim();
  if (given === '') return undefined;
  const onDisk = diskName(given);
  return onDisk === given.normalize('NFC') ? undefined : t('onDisk', { name: onDisk });
}
