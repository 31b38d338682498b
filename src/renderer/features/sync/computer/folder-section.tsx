import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { modals } from '../../../components/dialogs.ts';
import { FormSection } from '../../../components/form-page/form-page.tsx';
import { toast } from '../../../components/toast.tsx';
import { desktop, unwrap } from '../../../platform/platform.ts';
import { runSyncCommand } from '../commands.ts';
import { saveSettings, sentenceOf } from '../use-settings.ts';
import styles from './computer.module.css';

/** The folder of the libraries. Before it is changed, a text says what happens to the present one. */
export function FolderSection({ root }: { root: string | null }) {
  const { t } = useTranslation('sync');
  const take = async (folder: string): Promise<void> => {
    try {
      await saveSettings(({ settings }) => settings.setRoot(folder));
      toast.success(t('computer.folder.changed'));
    } catch (error) {
      toast.error(t('computer.folder.failed'), sentenceOf(error));
    }
  };
  const choose = async (): Promise<void> => {
    if (!desktop) return;
    const folder = await unwrap(desktop.settings.pickRoot()).catch(() => null);
    if (folder === null || folder === root) return;
    if (root === null) {
      await take(folder);
      return;
    }
    modals.openConfirmModal({
      title: t('computer.folder.ask.title'),
      children: (
        <div className={styles.ask}>
          <p>{t('computer.folder.ask.to')}</p>
          <p className={styles.path}>
            <b>{folder}</b>
          </p>
          <p>{t('computer.folder.ask.from')}</p>
          <p className={styles.path}>
            <b>{root}</b>
          </p>
          <p>{t('computer.folder.ask.unsent')}</p>
        </div>
      ),
      labels: { confirm: t('computer.folder.ask.confirm'), cancel: t('common:cancel') },
      confirmProps: { variant: 'filled' },
      onConfirm: () => void take(folder),
    });
  };
  return (
    <FormSection title={t('computer.folder.title')} intro={t('computer.folder.intro')}>
      <p className={styles.path}>{root ?? t('computer.folder.none')}</p>
      <div className="buttons">
        <Button onClick={() => void choose()}>{t(`computer.folder.${root ? 'change' : 'choose'}`)}</Button>
        {root && (
          <Button variant="subtle" onClick={() => void runSyncCommand((sync) => sync.showRoot())}>
            {t('computer.folder.show')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}
