import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessLink } from '#shared/people/users.schemas.ts';
import { useCall } from '../../api/client.ts';
import dialog from '../../components/dialog.module.css';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { useWritePause, WriteButton } from '../../components/write.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { copyText } from '../../platform/copy-text.ts';

/** Whom a link is for. */
interface Invited {
  readonly id: string;
  readonly name: string;
}

/**
 * Makes somebody's access link and copies it. Where the page may not copy, the link is shown, to be copied by hand: it
 * is known only now.
 */
function useAccessLink({ id, name }: Invited) {
  const { t } = useTranslation('users');
  const [shown, setShown] = useState<AccessLink>();
  const make = useCall('userAccessLink', {
    onSuccess: async (link) => {
      if (await copyText(link.url))
        toast.success(t('link.copied', { name, until: formatDateTime(link.expiresAt) }));
      else setShown(link);
    },
    onError: (error) => toast.error(t('link.failed'), error),
  });
  return {
    busy: make.isPending,
    copy: () => make.mutate({ params: { id } }),
    dialog: <LinkDialog name={name} link={shown} onClose={() => setShown(undefined)} />,
  };
}

function LinkDialog({
  name,
  link,
  onClose,
}: {
  name: string;
  link: AccessLink | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('users');
  return (
    <Modal opened={link !== undefined} onClose={onClose} title={t('link.title', { name })}>
      {link && (
        <TextInput
          label={t('link.label')}
          description={t('link.rule', { until: formatDateTime(link.expiresAt) })}
          inputWrapperOrder={['label', 'input', 'description']}
          value={link.url}
          readOnly
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('link.close')}</Button>
      </div>
    </Modal>
  );
}

export function AccessLinkButton({ person, filled = false }: { person: Invited; filled?: boolean }) {
  const { t } = useTranslation('users');
  const link = useAccessLink(person);
  return (
    <>
      <WriteButton
        {...(filled ? { variant: 'filled', autoFocus: true } : {})}
        loading={link.busy}
        leftSection={<IconLink size={16} aria-hidden="true" />}
        onClick={link.copy}
      >
        {t('link.copy')}
      </WriteButton>
      {link.dialog}
    </>
  );
}

/** The same in a row of a list. */
export function AccessLinkIcon({ person }: { person: Invited }) {
  const { t } = useTranslation('users');
  const link = useAccessLink(person);
  const label = t('link.copyOf', { name: person.name });
  return (
    <>
      <ActionIcon
        size="sm"
        loading={link.busy}
        onClick={link.copy}
        aria-label={label}
        title={label}
        {...useWritePause()}
      >
        <IconLink size={16} aria-hidden="true" />
      </ActionIcon>
      {link.dialog}
    </>
  );
}
