import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCall, useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';

/** The way back to the first steps, once they were put away, and to the starter sets. */
export function StartSection() {
  const { t } = useTranslation('settings');
  const steps = useEndpoint('firstSteps', {}, { staleTime: 0 });
  const show = useCall('firstStepsUpdate', {
    onSuccess: () => toast.success(t('start.shown')),
    onError: (error) => toast.error(t('start.failed'), error),
  });
  const left = steps.data?.steps.filter(({ done, possible }) => possible && !done).length ?? 0;
  return (
    <div>
      <FormSection title={t('start.title')} intro={t('start.intro')}>
        {steps.isPending && <LoadingRows rows={1} />}
        {steps.isError && <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />}
        {steps.data && (
          <p>
            {left === 0
              ? t('start.done')
              : t(steps.data.dismissed ? 'start.hidden' : 'start.visible', { count: left })}
          </p>
        )}
        <div className="buttons">
          {steps.data?.dismissed && left > 0 && (
            <WriteButton loading={show.isPending} onClick={() => show.mutate({ body: { dismissed: false } })}>
              {t('start.show')}
            </WriteButton>
          )}
          <Button component={Link} to="/settings/start">
            {t('start.sets')}
          </Button>
        </div>
      </FormSection>
    </div>
  );
}
