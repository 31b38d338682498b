import './catalogue.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/modal.tsx';
import { LoadingRows } from '../../components/page/screen-states.tsx';
import { closeCollaborative, useCollaborative } from './store.ts';

const CreateForm = lazy(async () => ({ default: (await import('./create-form.tsx')).CreateForm }));
const TemplatesPanel = lazy(async () => ({
  default: (await import('./templates-panel.tsx')).TemplatesPanel,
}));

/** The dialog that creates a document for several authors, and in which admins manage its templates. */
export function CollaborativeHost() {
  const { t } = useTranslation('collaborative');
  const { opened, view } = useCollaborative();
  return (
    <Modal
      opened={opened}
      onClose={closeCollaborative}
      size={640}
      title={t(view === 'form' ? 'title' : 'manage.title')}
    >
      <Suspense fallback={<LoadingRows rows={6} height={52} />}>
        {view === 'form' ? <CreateForm /> : <TemplatesPanel />}
      </Suspense>
    </Modal>
  );
}
