import { IconFileDescription, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import type { ManagedType } from '#shared/labels/document-types.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { modals } from '../../components/dialogs.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useRetentionWords } from '../../components/retention/use-retention-words.ts';
import { ImportButton } from '../../components/table-import/import-button.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton, WriteIcon } from '../../components/write.tsx';
import styles from './settings.module.css';
import { TypeDialog } from './type-dialog.tsx';

/** The organization's document types, with the retention and review periods of each. */
export function TypesSection() {
  const { t } = useTranslation('settings');
  const query = useEndpoint('typesManaged', {});
  const [editing, setEditing] = useState<ManagedType | 'new'>();
  return (
    <div data-tour="settings-types">
      <FormSection title={t('types.title')} intro={t('types.intro')}>
        {query.isPending && <LoadingRows rows={6} height={48} />}
        {query.isError && !query.data && (
          <ErrorState title={t('types.failed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data?.length === 0 && <EmptyState icon={IconFileDescription} title={t('types.empty')} />}
        {query.data && query.data.length > 0 && (
          <ul className={styles.types} aria-label={t('types.title')}>
            {query.data.map((type) => (
              <TypeRow key={type._id} type={type} onEdit={() => setEditing(type)} />
            ))}
          </ul>
        )}
        {query.data && (
          <div className={styles.actions}>
            <WriteButton
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setEditing('new')}
            >
              {t('types.add')}
            </WriteButton>
            <ImportButton kind="types" />
          </div>
        )}
      </FormSection>
      <TypeDialog type={editing} onClose={() => setEditing(undefined)} onLoad={() => void query.refetch()} />
    </div>
  );
}

function TypeRow({ type, onEdit }: { type: ManagedType; onEdit: () => void }) {
  const { t } = useTranslation('settings');
  const { periodOf } = useRetentionWords();
  const { name, code, scope, retention, retentionMonths, retentionFrom, reviewMonths, documents } = type;
  const remove = (): void => {
    modals.openConfirmModal({
      title: t('types.removeTitle', { name }),
      children: t('types.removeBody'),
      labels: { confirm: t('types.removeConfirm'), cancel: t('common:cancel') },
      confirmProps: { variant: 'filled', color: 'red' },
      onConfirm: () => {
        call('typeDelete', { params: { id: type._id } }).then(
          () => toast.success(t('types.removed', { name })),
          (error: unknown) => toast.error(t('types.removeFailed', { name }), error),
        );
      },
    });
  };
  const facts = [
    code,
    ...(scope ? [SCOPE_LABELS[scope]] : []),
    ...(retention === 'forever' ? [t('types.keptForever')] : []),
    ...(retentionMonths === null
      ? []
      : [t('types.kept', { period: periodOf(retentionMonths, retentionFrom) })]),
    ...(reviewMonths ? [t('types.months', { count: reviewMonths })] : []),
    ...(documents > 0 ? [t('types.documents', { count: documents })] : []),
  ];
  return (
    <li>
      <div className="grow">
        <b>{name}</b>
        <p className="meta">{facts.join(' · ')}</p>
      </div>
      <WriteIcon aria-label={t('types.edit', { name })} onClick={onEdit}>
        <IconPencil size={17} />
      </WriteIcon>
      <WriteIcon aria-label={t('types.remove', { name })} onClick={remove}>
        <IconTrash size={17} />
      </WriteIcon>
    </li>
  );
}
