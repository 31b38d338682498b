import './catalogue.ts';
import { IconArrowBackUp, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedKind } from '#shared/imports/imports.schemas.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import { useMailLeaves } from '../no-mail/no-mail.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import styles from './table-import.module.css';
import { undoImport } from './undo-import.tsx';

/**
 * The last import of this kind that its person can still undo, for as long as they can. The invitations of imported people
 * leave after that, or at once where that is asked for. Nothing where there is none.
 * @param onUndone after it was taken back
 */
export function LastImport({ kind, onUndone }: { kind: ImportedKind; onUndone?: () => void }) {
  const { t } = useTranslation('table-import');
  const mailed = useMailLeaves();
  const runs = useEndpoint('importRuns', {}, { staleTime: 0 });
  const [busy, setBusy] = useState<'undo' | 'invite'>();
  const last = runs.data?.find((each) => each.kind === kind);
  if (!last) return null;
  const invites = kind === 'people' && mailed && last.created > 0;
  const during = async (what: 'undo' | 'invite', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    await work();
    setBusy(undefined);
  };
  const invite = () =>
    call('importInvite', { params: { id: last._id } }).then(
      () => void toast.success(t('invited')),
      (error: unknown) => void toast.error(t('inviteFailed'), error),
    );
  const undo = async (): Promise<void> => {
    if (await undoImport(last._id)) onUndone?.();
  };
  return (
    <section className={styles.last} aria-label={t('last.title')}>
      <p>
        {t(last.changed === 0 ? 'last.made' : last.created === 0 ? 'last.changed' : 'last.both', {
          at: formatTime(last.at),
          created: formatNumber(last.created),
          changed: formatNumber(last.changed),
        })}{' '}
        {t(invites ? 'last.invites' : 'last.until', { until: formatTime(last.until) })}
      </p>
      <div className="buttons">
        <WriteButton
          size="compact-sm"
          variant="default"
          loading={busy === 'undo'}
          disabled={busy === 'invite'}
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={() => void during('undo', undo)}
        >
          {t('last.undo')}
        </WriteButton>
        {invites && (
          <WriteButton
            size="compact-sm"
            variant="default"
            loading={busy === 'invite'}
            disabled={busy === 'undo'}
            leftSection={<IconSend size={16} aria-hidden="true" />}
            onClick={() => void during('invite', invite)}
          >
            {t('last.invite')}
          </WriteButton>
        )}
      </div>
    </section>
  );
}
