import { Button, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilePencil, IconFolders, IconUpload, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/schemas/search.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { formatNumber } from '../../i18n/format.ts';
import styles from './cards.module.css';

function Face({
  icon: Icon,
  title,
  body,
  keys,
}: {
  icon: TablerIcon;
  title: string;
  body: ReactNode;
  keys?: string;
}) {
  return (
    <>
      <Icon size={20} className={styles.icon} aria-hidden="true" />
      {keys && <kbd>{keys}</kbd>}
      <b>{title}</b>
      <span className={styles.body}>{body}</span>
    </>
  );
}

/** How people write together today, said before anything is promised. */
function CollaborativeCard() {
  const { t } = useTranslation('dashboard');
  const { openUpload } = useShell();
  const [opened, { open, close }] = useDisclosure(false);
  const upload = (): void => {
    close();
    openUpload?.();
  };
  return (
    <>
      <button type="button" className={styles.card} onClick={open}>
        <Face icon={IconFilePencil} title={t('cards.collaborative')} body={t('cards.collaborativeBody')} />
      </button>
      <Modal opened={opened} onClose={close} title={t('collaborative.title')} size={480}>
        <p className={styles.intro}>{t('collaborative.intro')}</p>
        <ol className={styles.steps}>
          <li>{t('collaborative.first')}</li>
          <li>{t('collaborative.second')}</li>
          <li>{t('collaborative.third')}</li>
        </ol>
        <div className={styles.buttons}>
          <Button onClick={close} variant={openUpload ? 'subtle' : 'filled'}>
            {t('collaborative.close')}
          </Button>
          {openUpload && (
            <Button variant="filled" onClick={upload}>
              {t('collaborative.action')}
            </Button>
          )}
        </div>
      </Modal>
    </>
  );
}

/** What one can begin with. The first is the page's one filled thing. */
export function Cards({ figures, canUpload }: { figures: Dashboard | undefined; canUpload: boolean }) {
  const { t } = useTranslation('dashboard');
  const { openUpload, uploadBlocked } = useShell();
  const counts = figures && (
    <>
      {t('cards.browseDocuments', { count: figures.records, number: formatNumber(figures.records) })}{' '}
      {t('cards.browseLibraries', { count: figures.libraries, number: formatNumber(figures.libraries) })}
    </>
  );
  return (
    <div className={styles.cards} data-tour="cards">
      {canUpload && (
        <Tooltip label={uploadBlocked} disabled={!uploadBlocked} multiline w={260}>
          <button
            type="button"
            className={`${styles.card} ${styles.primary}`}
            aria-disabled={openUpload ? undefined : true}
            onClick={() => openUpload?.()}
          >
            <Face
              icon={IconUpload}
              title={t('cards.upload')}
              body={uploadBlocked ?? t('cards.uploadBody')}
              {...(openUpload ? { keys: 'C' } : {})}
            />
          </button>
        </Tooltip>
      )}
      {canUpload && <CollaborativeCard />}
      <Link to="/records/search" className={styles.card}>
        <Face
          icon={IconFolders}
          title={t('cards.browse')}
          body={figures?.libraries === 0 ? t('cards.browseNone') : (counts ?? ' ')}
          keys="G N"
        />
      </Link>
    </div>
  );
}
