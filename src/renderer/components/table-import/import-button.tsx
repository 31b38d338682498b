import './catalogue.ts';
import { IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKindName } from '#shared/imports/imports.schemas.ts';
import { WriteButton } from '../write.tsx';

const Dialog = lazy(async () => ({ default: (await import('./table-import-dialog.tsx')).TableImportDialog }));

/** Opens the import of a table of this kind. The dialog stays, so that closing it loses nothing that was pasted. */
export function ImportButton({ kind }: { kind: ImportKindName }) {
  const { t } = useTranslation('table-import');
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <WriteButton
        leftSection={<IconFileImport size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('open')}
      </WriteButton>
      {opened !== undefined && (
        <Suspense>
          <Dialog kind={kind} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
