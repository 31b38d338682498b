import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../api/session.ts';
import { useSession, useUser } from '../../api/session-store.ts';
import { Frame } from '../../components/entry-frame/entry-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

/**
 * Replaces every screen for a person who lacks the second step that their organization requires: they set it up, or
 * sign out. Afterwards the screen that they wanted opens.
 */
export function Screen() {
  const { t } = useTranslation('profile');
  const { organization, lacksSecondStep } = useUser();
  const done = (): void => useSession.setState({ settingUp: false });
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes)
    return (
      <Frame title={t('codes.title')} body={t('required.done')}>
        <RecoveryCodes codes={codes} onDone={done} />
      </Frame>
    );
  const leave = (
    <button type="button" className="link" onClick={lacksSecondStep ? () => void signOut() : done}>
      {lacksSecondStep ? t('required.leave') : t('required.later')}
    </button>
  );
  return (
    <Frame
      title={t('required.title')}
      body={t('required.body', { organization: organization.name })}
      aside={leave}
    >
      <TotpSetup onConfirmed={setCodes} />
    </Frame>
  );
}
