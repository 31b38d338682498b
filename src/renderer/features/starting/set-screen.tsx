import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SetKey } from '#shared/starting/starter-set.ts';
import type { StarterSetApplied } from '#shared/starting/starting.schemas.ts';
import { useFreshEndpoint } from '../../api/client.ts';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { Made } from './made.tsx';
import { SetForm } from './set-form.tsx';

/** One set: what it would make, and afterwards what it made. */
export function SetScreen({ of: key }: { of: SetKey }) {
  const { t } = useTranslation('starting');
  const set = useFreshEndpoint('starterSet', { params: { key } });
  const [made, setMade] = useState<StarterSetApplied>();
  if (made) return <Made made={made} onAgain={() => setMade(undefined)} />;
  if (set.isPending) return <LoadingRows rows={10} height={44} />;
  if (set.isError) {
    return <ErrorState title={t('failed')} error={set.error} onRetry={() => void set.refetch()} />;
  }
  return <SetForm set={set.data} onMade={setMade} />;
}
