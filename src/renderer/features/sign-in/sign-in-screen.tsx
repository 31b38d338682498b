import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useEndpoint } from '../../api/client.ts';
import type { Challenge } from '../../api/session-keeper.ts';
import { useSession } from '../../api/session-store.ts';
import { desktop, desktopSettings } from '../../platform/platform.ts';
import { ChallengeForm } from './challenge-form.tsx';
import { FolderForm, ServerForm } from './desktop-forms.tsx';
import { FirstRunForm } from './first-run-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Sign-in, and the steps before it: the desktop's server and folder, or the organization of an empty installation. */
export function Screen() {
  const { t } = useTranslation('sign-in');
  const settings = desktopSettings();
  const told = (useLocation().state as { notice?: string } | null)?.notice;
  const ended = useSession((state) => state.ended);
  const notice = told ?? (ended ? t('common:errors.session') : undefined);
  const [challenge, setChallenge] = useState<Challenge>();
  const [changingServer, setChangingServer] = useState(false);
  const [hasRoot, setHasRoot] = useState(!settings || settings.root !== null);
  const [made, setMade] = useState(false);
  const serverKnown = !settings || settings.server !== null;
  // If the server does not answer, the sign-in form is shown; it reports the error itself.
  const firstRun = useEndpoint('firstRunState', {}, { enabled: serverKnown, retry: false });

  if (desktop && (!serverKnown || changingServer)) {
    return <ServerForm api={desktop} onCancel={serverKnown ? () => setChangingServer(false) : undefined} />;
  }
  if (desktop && settings && !hasRoot) {
    return <FolderForm api={desktop} proposed={settings.proposedRoot} onDone={() => setHasRoot(true)} />;
  }
  if (firstRun.data?.needed && !made) return <FirstRunForm onDone={() => setMade(true)} />;
  if (challenge) {
    // No challenge is left: the session is open, and the guard redirects.
    const onNext = (next: Challenge | undefined): void => void (next && setChallenge(next));
    return <ChallengeForm challenge={challenge} onNext={onNext} onBack={() => setChallenge(undefined)} />;
  }
  return (
    <SignInForm
      key={made ? 'made' : 'known'}
      founder={made}
      notice={made ? t('firstRun.done') : notice}
      onChallenge={setChallenge}
      onChangeServer={() => setChangingServer(true)}
    />
  );
}
