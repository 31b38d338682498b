import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerCheck } from '#shared/ipc/desktop.ts';
import type { DesktopApi } from '#shared/ipc/desktop-api.ts';
import { ApiError } from '../../api/errors.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { DesktopError, serverUrl, unwrap } from '../../platform/platform.ts';
import styles from './desktop-forms.module.css';
import { FormField, rules, SmallForm, useSmallForm } from './form-parts.tsx';

/** Errors of the main process have sentences too; they are shown like the server's. */
async function said<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof DesktopError ? new ApiError(0, error.code, error.message) : error;
  }
}

/**
 * First run of the desktop: the server's address. It is checked before it is saved; the main process then reloads the
 * page.
 */
export function ServerForm({ api, onCancel }: { api: DesktopApi; onCancel?: (() => void) | undefined }) {
  const { t } = useTranslation('sign-in');
  const form = useSmallForm({ address: serverUrl() }, { address: rules.required });
  const [found, setFound] = useState<ServerCheck>();
  const checked = found && form.values.address.trim() === found.server ? found : undefined;

  const send = async ({ address }: { address: string }): Promise<void> => {
    if (checked) {
      const change = { address: checked.server, allowInsecure: checked.insecure };
      await said(unwrap(api.settings.setServer(change)));
      return;
    }
    const answer = await said(unwrap(api.settings.checkServer(address.trim())));
    form.set('address', answer.server);
    setFound(answer);
  };
  const label = checked ? (checked.insecure ? t('server.accept') : t('server.connect')) : t('server.check');

  return (
    <Frame
      title={t('server.title')}
      body={t('server.body')}
      aside={
        onCancel && (
          <button type="button" className="link" onClick={onCancel}>
            {t('backToSignIn')}
          </button>
        )
      }
    >
      <SmallForm form={form} send={send} submit={label}>
        <FormField
          {...form.field('address')}
          name="address"
          label={t('server.label')}
          placeholder={t('server.placeholder')}
          type="url"
          autoComplete="url"
          autoFocus
        />
        {checked && (
          <p className={styles.found} role="status">
            <IconCircleCheck size={16} aria-hidden="true" />
            {t('server.found', { version: checked.version, environment: checked.environment })}
          </p>
        )}
        {checked?.insecure && (
          <p className={styles.warning} role="alert">
            {t('server.insecure', { server: checked.server })}
          </p>
        )}
      </SmallForm>
    </Frame>
  );
}

/** First run of the desktop: the folder for the libraries, proposed or chosen. */
export function FolderForm({
  api,
  proposed,
  onDone,
}: {
  api: DesktopApi;
  proposed: string;
  onDone: () => void;
}) {
  const { t } = useTranslation('sign-in');
  const [root, setRoot] = useState(proposed);
  const form = useSmallForm({}, {});
  const pick = async (): Promise<void> => {
    const chosen = await unwrap(api.settings.pickRoot());
    if (chosen) setRoot(chosen);
  };
  const send = async (): Promise<void> => {
    await said(unwrap(api.settings.setRoot(root)));
    onDone();
  };
  return (
    <Frame title={t('folder.title')} body={t('folder.body')}>
      <SmallForm form={form} send={send} submit={t('folder.use')}>
        <div className={styles.folder}>
          <div className="grow">
            <b>{t('folder.label')}</b>
            <p className={styles.path} title={root}>
              {root}
            </p>
          </div>
          <Button onClick={() => void pick()}>{t('folder.pick')}</Button>
        </div>
      </SmallForm>
    </Frame>
  );
}
