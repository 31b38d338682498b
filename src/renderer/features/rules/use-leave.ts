import { useTranslation } from 'react-i18next';
import { modals } from '../../components/dialogs.ts';
import { useRules } from './store.ts';

/** Runs an action at once, or after the person has agreed to discard unsaved changes. */
export function useLeave(): (then: () => void) => void {
  const { t } = useTranslation('rules');
  return (then) => {
    if (!useRules.getState().dirty) {
      then();
      return;
    }
    modals.openConfirmModal({
      title: t('leave.title'),
      children: t('leave.body'),
      labels: { confirm: t('leave.go'), cancel: t('leave.stay') },
      confirmProps: { variant: 'filled', color: 'red' },
      onConfirm: then,
    });
  };
}
