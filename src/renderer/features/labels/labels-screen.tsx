import './catalogue.ts';
import { TextInput } from '@mantine/core';
import { IconSearch, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedLabel } from '#shared/labels/labels.schemas.ts';
import { call } from '../../api/client.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ImportButton } from '../../components/table-import/import-button.tsx';
import { toast } from '../../components/toast.tsx';
import { LabelActionDialog } from './label-action-dialog.tsx';
import type { LabelAction } from './label-node.tsx';
import { LabelTree } from './label-tree.tsx';
import styles from './labels.module.css';
import { useLabels } from './queries.ts';

/** The organization's labels as a tree. */
export function Screen() {
  const { t } = useTranslation('labels');
  const query = useLabels();
  const [text, setText] = useState('');
  const [doing, setDoing] = useState<{ action: LabelAction; label: ManagedLabel }>();
  const labels = query.data ?? [];

  const move = (id: string, parent: string | null): void => {
    const label = labels.find((each) => each._id === id);
    if (!label) return;
    call('labelUpdate', { params: { id }, body: { rev: label.rev, parent } }).then(
      () => toast.success(t('moved', { name: label.name })),
      (error: unknown) => toast.error(t('moveFailed'), error),
    );
  };

  const create = (
    <CreateButton to="/labels/create" data-tour="labels-new">
      {t('new')}
    </CreateButton>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <ImportButton kind="labels" />
          {labels.length > 0 && create}
        </>
      }
    >
      {query.isPending && <LoadingRows rows={8} height={40} />}
      {query.isError && labels.length === 0 && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && labels.length === 0 && (
        <EmptyState icon={IconTag} title={t('empty')} action={create}>
          {t('emptyBody')}
        </EmptyState>
      )}
      {labels.length > 0 && (
        <>
          <TextInput
            className={styles.search ?? ''}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <LabelTree
            labels={labels}
            text={text}
            onMove={move}
            onAction={(action, label) => setDoing({ action, label })}
          />
        </>
      )}
      <LabelActionDialog {...doing} labels={labels} onClose={() => setDoing(undefined)} />
    </Page>
  );
}
