import './catalogue.ts';
import { IconSearch, IconSitemap } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { Page } from '../../components/page/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { ImportButton } from '../../components/table-import/import-button.tsx';
import { DepartmentTree } from './department-tree.tsx';
import styles from './departments.module.css';
import { matching, treeOf } from './tree.ts';

/** The organization's departments as a tree. */
export function Screen() {
  const { t } = useTranslation('departments');
  const query = useEndpoint('departments', {});
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const tree = treeOf(query.data ?? []);
  const shown = matching(tree, text);
  const create = (
    <CreateButton to="/organizations/departments/create" data-tour="departments-create">
      {t('create.action')}
    </CreateButton>
  );
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          <ImportButton kind="departments" />
          {create}
        </>
      }
    >
      {tree.length > 0 && (
        <TypedFilter
          waitMs={0}
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onTyped={(q) => setParams(q ? { q } : {}, { replace: true })}
        />
      )}
      {query.isPending && <LoadingRows rows={8} height={44} />}
      {query.isError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && tree.length === 0 && (
        <EmptyState icon={IconSitemap} title={t('empty.title')}>
          {t('empty.body')}
        </EmptyState>
      )}
      {tree.length > 0 && shown.length === 0 && <EmptyState icon={IconSearch} title={t('empty.noMatch')} />}
      {shown.length > 0 && <DepartmentTree branches={shown} opened={text !== ''} />}
    </Page>
  );
}
