import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartyDetail } from '#shared/contractors/contractors.schemas.ts';
import { FILE_REQUEST } from '#shared/platform/limits.ts';
import { FileRequestPanel } from '../../../components/file-requests/file-request-panel.tsx';
import { Modal } from '../../../components/modal.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { formatList } from '../../../i18n/format.ts';

/** Asks a party for what is missing, by a link to its folder: no account is needed to send it. */
export function AskButton({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const [opened, setOpened] = useState(false);
  const missing = party.results.filter(({ status }) => status === 'fails').map(({ rule }) => rule.name);
  return (
    <>
      <WriteButton
        size="compact-sm"
        leftSection={<IconMailForward size={15} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('ask.open')}
      </WriteButton>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('ask.title', { name: party.name })}
        size="lg"
      >
        <FileRequestPanel
          folder={party.folder}
          suggestion={{
            title: formatList(missing).slice(0, FILE_REQUEST.title.max),
            emails: party.email ? [party.email] : [],
          }}
        />
      </Modal>
    </>
  );
}
