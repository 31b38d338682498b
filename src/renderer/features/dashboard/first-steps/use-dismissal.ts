import { useTranslation } from 'react-i18next';
import { call, endpointQuery, useCall } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { toast } from '../../../components/toast.tsx';
import { mainElement } from '../../../hooks/focus-when-there.ts';

const { queryKey } = endpointQuery('firstSteps', {});

/** Puts the list away for the organization, with a way back. */
export function useDismissal() {
  const { t } = useTranslation('first-steps');
  const showAgain = (): void => {
    call('firstStepsUpdate', { body: { dismissed: false } }).then(
      (steps) => queryClient.setQueryData(queryKey, steps),
      (error: unknown) => toast.error(t('showFailed'), error),
    );
  };
  return useCall('firstStepsUpdate', {
    onSuccess: (steps) => {
      // The button goes with the list, and would leave the focus to the page.
      mainElement()?.focus({ preventScroll: true });
      queryClient.setQueryData(queryKey, steps);
      toast.undo(t('dismissed'), showAgain);
    },
    onError: (error) => toast.error(t('dismissFailed'), error),
  });
}
