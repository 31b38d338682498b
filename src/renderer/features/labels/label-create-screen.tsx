import './catalogue.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { LabelForm } from './label-form.tsx';
import { useLabels } from './queries.ts';

/** Creates a label, below another one if the URL names it. */
export function Screen() {
  const { t } = useTranslation('labels');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const query = useLabels();
  const back = (): void => void navigate('/labels');
  const parent = query.data?.find(({ _id }) => _id === params.get('parent'))?._id ?? null;
  return (
    <Page title={t('form.create')} back={{ to: '/labels', label: t('title') }}>
      {query.isPending && <LoadingRows rows={6} height={44} />}
      {query.isError && (
        <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <LabelForm
          labels={query.data}
          parent={parent}
          onCancel={back}
          send={async ({ rev: _rev, ...body }) => {
            const made = await call('labelCreate', { body });
            toast.success(t('created', { name: made.name }));
            // Navigates after the form counts as saved; otherwise it would ask about unsaved changes.
            setTimeout(back);
          }}
        />
      )}
    </Page>
  );
}
