import { Button } from '@mantine/core';
import { IconFileOff, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/page/screen-states.tsx';
import { useWritePause } from '../../../components/write.tsx';
import type { NewVersion } from '../actions/use-new-version.ts';

/** In the place of the preview where the file has never arrived. Whoever sent it can send it again. */
export function AwaitedFile({ newVersion }: { newVersion: NewVersion }) {
  const { t } = useTranslation('records');
  const pause = useWritePause();
  return (
    <EmptyState
      page
      icon={IconFileOff}
      title={t('preview.noBytes')}
      action={
        newVersion.takes && (
          <Button
            variant="filled"
            loading={newVersion.running}
            {...pause}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={({ currentTarget }) => newVersion.choose(currentTarget)}
          >
            {t('preview.sendFile')}
          </Button>
        )
      }
    >
      {t(newVersion.takes ? 'preview.noBytesOwn' : 'preview.noBytesOther')}
    </EmptyState>
  );
}
