import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { Modal } from '../modal.tsx';
import { FileRequestPanel } from './file-request-panel.tsx';

/** The panel in a dialog, for a folder's menu. */
export function FileRequestDialog({
  folder,
  opened,
  onClose,
}: {
  folder: { readonly _id: string; readonly name: string };
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('file-requests');
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size="lg">
      <FileRequestPanel folder={folder} />
    </Modal>
  );
}
