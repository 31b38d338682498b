import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Library } from '#shared/libraries/groups.schemas.ts';
import { useCall } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';

type Asked = 'archive' | 'delete';

/** Archives or reopens a library, or deletes it if nothing was ever in it. */
export function EndsSection({
  library,
  dirty,
  onChange,
}: {
  library: Library;
  /** Unsaved changes in the form above must be saved first. */
  dirty: boolean;
  onChange: (library: Library) => void;
}) {
  const { t } = useTranslation('groups');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  // Keeps the last texts while the dialog fades out.
  const [words, setWords] = useState<Asked>('archive');
  const ask = (what: Asked): void => {
    setWords(what);
    setAsked(what);
  };
  const params = { id: library._id };
  const open = useCall('groupUnarchive', {
    onSuccess: (opened) => {
      onChange(opened);
      toast.success(t('ends.opened', { name: library.name }));
    },
    onError: (error) => toast.error(t('ends.openFailed'), error),
  });
  const archive = useCall('groupArchive', {
    onSuccess: (archived) => {
      setAsked(undefined);
      onChange(archived);
      toast.undo(t('ends.archived', { name: library.name }), () => open.mutate({ params }));
    },
  });
  const remove = useCall('groupDelete', {
    onSuccess: () => {
      setAsked(undefined);
      toast.success(t('ends.deleted', { name: library.name }));
      void navigate('/groups', { replace: true });
    },
  });
  const run = words === 'archive' ? archive : remove;
  const closed = library.archivedAt !== null;
  return (
    <FormSection title={t('ends.title')} intro={t(closed ? 'ends.introArchived' : 'ends.intro')}>
      <div className="buttons" data-tour="groups-ends">
        {closed ? (
          <WriteButton
            leftSection={<IconArchiveOff size={16} aria-hidden="true" />}
            loading={open.isPending}
            onClick={() => open.mutate({ params })}
          >
            {t('ends.open')}
          </WriteButton>
        ) : (
          <WriteButton
            leftSection={<IconArchive size={16} aria-hidden="true" />}
            disabled={dirty}
            onClick={() => {
              archive.reset();
              ask('archive');
            }}
          >
            {t('ends.archive')}
          </WriteButton>
        )}
        <WriteButton
          color="red"
          variant="subtle"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          disabled={dirty}
          onClick={() => {
            remove.reset();
            ask('delete');
          }}
        >
          {t('ends.delete')}
        </WriteButton>
      </div>
      {dirty && <p className="meta">{t('ends.saveFirst')}</p>}
      <Modal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(`ends.${words}Title`, { name: library.name })}
      >
        <p>{t(`ends.${words}Body`)}</p>
        <DialogFailure text={run.isError && errorMessage(run.error)} />
        <div className={dialog.buttons}>
          <Button onClick={() => setAsked(undefined)}>{t('common:cancel')}</Button>
          <WriteButton
            variant="filled"
            {...(words === 'delete' ? { color: 'red' } : {})}
            loading={run.isPending}
            onClick={() => run.mutate({ params })}
          >
            {t(`ends.${words}`)}
          </WriteButton>
        </div>
      </Modal>
    </FormSection>
  );
}
