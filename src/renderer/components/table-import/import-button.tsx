import './catalogue.ts';
import { IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKindName } from '#shared/imports/imports.schemas.ts';
import { WriteButton } from '../write.tsx';

const Dialog = lazy(async () => ({ default: (await import('./table-import-dialog.tsx')).TableImportDialog }));

/** The dialog of an import, loaded when it is first opened. It stays, so that closing it loses nothing that was pasted. */
export function ImportDialog({
  kind,
  opened,
  onClose,
}: {
  kind: ImportKindName;
  /** Undefined until it was opened. */
  opened: boolean | undefined;
  onClose: () => void;
}) {
  return (
    opened !== undefined && (
      <Suspense>
        <Dialog kind={kind} opened={opened} onClose={onClose} />
      </Suspense>
    )
  );
}

/** Opens the import of a table of this kind. */
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
      <ImportDialog kind={kind} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
