import './catalogue.ts';
import { IconArrowMerge, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { LabelDetail } from '#shared/labels/labels.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { LabelActionDialog } from './label-action-dialog.tsx';
import { LabelForm } from './label-form.tsx';
import styles from './labels.module.css';
import { useLabels } from './queries.ts';

/** One label: its fields, what uses it, and its merge or deletion. */
export function Screen() {
  const { t } = useTranslation('labels');
  const { _id = '' } = useParams();
  const label = useEndpoint('labelById', { params: { id: _id } }, { staleTime: 0 });
  const labels = useLabels();
  const error = label.error ?? labels.error;
  const ready = label.data && labels.data;
  return (
    <Page title={label.data?.name ?? t('form.edit')} back={{ to: '/labels', label: t('title') }}>
      {!ready && !error && <LoadingRows rows={6} height={44} />}
      {!ready && error && (
        <ErrorState
          title={t('labelFailed')}
          error={error}
          onRetry={() => void Promise.all([label.refetch(), labels.refetch()])}
        />
      )}
      {label.data && labels.data && (
        <Editor
          // What somebody else saved is loaded only when the person asks for it: it would replace what they typed.
          key={_id}
          label={label.data}
          labels={labels.data}
          onLoad={async () => (await label.refetch()).data}
        />
      )}
    </Page>
  );
}

function Editor({
  label: now,
  labels,
  onLoad,
}: {
  label: LabelDetail;
  labels: Parameters<typeof LabelForm>[0]['labels'];
  onLoad: () => Promise<LabelDetail | undefined>;
}) {
  const { t } = useTranslation('labels');
  const navigate = useNavigate();
  const [label, setLabel] = useState(now);
  const [action, setAction] = useState<'merge' | 'delete'>();
  const load = async (): Promise<void> => {
    const fresh = await onLoad();
    if (fresh) setLabel(fresh);
  };
  return (
    <>
      <LabelForm
        key={label.rev}
        label={label}
        labels={labels}
        onLoad={() => void load()}
        send={async (body) => {
          const saved = await call('labelUpdate', { params: { id: label._id }, body });
          toast.success(t('saved', { name: saved.name }));
          setTimeout(() => void load());
        }}
      >
        <FormSection title={t('use.title')} intro={t('use.intro')}>
          <Use label={now} />
        </FormSection>
        <FormSection title={t('end.title')} intro={t('end.intro')}>
          <div className="buttons">
            <WriteButton
              leftSection={<IconArrowMerge size={16} aria-hidden="true" />}
              onClick={() => setAction('merge')}
            >
              {t('deeds.merge')}
            </WriteButton>
            <WriteButton
              color="red"
              variant="subtle"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={() => setAction('delete')}
            >
              {t('deeds.delete')}
            </WriteButton>
          </div>
        </FormSection>
      </LabelForm>
      <LabelActionDialog
        {...(action ? { action } : {})}
        label={label}
        labels={labels}
        onClose={() => setAction(undefined)}
        onDone={() => void navigate('/labels', { replace: true })}
      />
    </>
  );
}

/** What uses the label. Its documents are listed by a search. */
function Use({ label: { _id, use } }: { label: LabelDetail }) {
  const { t } = useTranslation('labels');
  if (use.records + use.defaults.length + use.rules + use.obligations === 0)
    return <p className="secondary">{t('use.none')}</p>;
  return (
    <ul className={styles.use}>
      {use.libraries.map(({ _id: group, name, records }) => (
        <li key={group}>
          <Link className="link" to={`/records/search?group=${group}&label=${_id}`}>
            {name}
          </Link>
          <span className="meta">{t('records', { count: records, shown: formatNumber(records) })}</span>
        </li>
      ))}
      {use.defaults.length > 0 && (
        <li>
          <span>{t('use.defaults')}</span>
          <span className="meta">{formatNumber(use.defaults.length)}</span>
        </li>
      )}
      {use.rules > 0 && (
        <li>
          <span>{t('use.rules')}</span>
          <span className="meta">{formatNumber(use.rules)}</span>
        </li>
      )}
      {use.obligations > 0 && (
        <li>
          <span>{t('use.obligations')}</span>
          <span className="meta">{formatNumber(use.obligations)}</span>
        </li>
      )}
    </ul>
  );
}
