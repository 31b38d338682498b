import { useTranslation } from 'react-i18next';
import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { call } from '../../../api/client.ts';
import { useUser } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { fullName } from '../../../i18n/format.ts';
import { nextStepOf } from './next-step.ts';
import { outcomeOf } from './version-outcome.ts';

/** Says what became of an uploaded version, by its own number, and what comes next. */
export function useTellVersion(): (confirmed: Confirmed) => Promise<void> {
  const { t } = useTranslation('records');
  const me = useUser();
  return async (confirmed) => {
    const { version, current } = confirmed;
    const params = { id: version.record };
    // Nothing more is said where they cannot be loaded: the version is there all the same.
    const [record, versions] = await Promise.all([
      call('recordById', { params }).catch(() => undefined),
      call('versionsByRecord', { params }).catch(() => []),
    ]);
    const base = versions.find(({ _id }) => _id === version.base);
    const outcome = outcomeOf(confirmed, base?.state);
    if (outcome === 'conflict' || outcome === 'sameAsOther') {
      toast.notice(
        t(`newVersion.${outcome}`, {
          number: version.number,
          other: current.number,
          name: fullName(current.createdBy),
        }),
      );
      return;
    }
    // Somebody else may have gone on with the document already.
    const asks =
      record?.currentVersion?._id === version._id && nextStepOf(record, me._id, false) === 'requestReview';
    const done = t('newVersion.done', { number: version.number });
    if (outcome === 'done') {
      toast.success(asks ? `${done} ${t('newVersion.askForReview')}` : done);
    } else {
      const withdrew = t(`newVersion.${outcome}`, { number: base?.number });
      toast.warning(`${done} ${withdrew}${asks ? ` ${t('newVersion.askForThis')}` : ''}`);
    }
  };
}
