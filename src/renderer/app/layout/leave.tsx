import { Text } from '@mantine/core';
import { modals } from '../../components/dialogs.ts';
import { runningUploads } from '../../features/upload/engine/uploads-store.ts';
import { eraseDraft } from '../../features/upload/wizard/draft/draft-name.ts';
import { entered } from '../../hooks/entered.ts';
import { askToLeave, isAnythingUnsaved } from '../../hooks/use-unsaved.ts';
import { i18next } from '../../i18n/i18n.ts';

/** Asks first where uploads would stop. */
export function unlessUploading(then: () => void): void {
  if (!runningUploads()) {
    then();
    return;
  }
  // These texts come with what uploads.
  modals.openConfirmModal({
    title: i18next.t('upload:uploading.title'),
    children: <Text size="sm">{i18next.t('upload:uploading.body')}</Text>,
    labels: { confirm: i18next.t('upload:uploading.go'), cancel: i18next.t('upload:uploading.stay') },
    confirmProps: { variant: 'filled' },
    onConfirm: then,
  });
}

/**
 * Asks before somebody signs out with uploads under way, changes that were not saved or words that were not sent, and
 * forgets these: nobody else finds them on this computer.
 */
export function askToSignOut(person: string, signOut: () => void): void {
  const leave = (): void => {
    entered.forgetAll(person);
    eraseDraft(person);
    signOut();
  };
  // Uploads are unsaved too, and have a question of their own.
  const asked = runningUploads() > 0;
  unlessUploading(() => {
    const isUnsent = entered.subjects(person).length > 0;
    if (isUnsent || (!asked && isAnythingUnsaved())) askToLeave({ onConfirm: leave });
    else leave();
  });
}
