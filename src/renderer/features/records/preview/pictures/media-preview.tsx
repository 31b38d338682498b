import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../../../api/client.ts';
import { reachable } from '../../../../api/follow-link.ts';
import { ErrorState } from '../../../../components/page/screen-states.tsx';
import styles from '../preview.module.css';
import { PreviewSkeleton } from '../preview-skeleton.tsx';

/**
 * Sound and video by a signed link that names the person. The player requests the parts that it needs, so there is no
 * size limit and the page holds no bytes.
 */
export function MediaPreview({
  version,
  kind,
  name,
  broken,
}: {
  version: string;
  kind: 'audio' | 'video';
  name: string;
  broken: ReactNode;
}) {
  const { t } = useTranslation('records');
  // Not renewed while it plays: a player starts over with a new address.
  const link = useEndpoint(
    'versionLink',
    { params: { id: version } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [failed, setFailed] = useState(false);
  if (failed) return broken;
  if (link.isError)
    return (
      <ErrorState page title={t('preview.failed')} error={link.error} onRetry={() => void link.refetch()} />
    );
  if (!link.data) return <PreviewSkeleton />;
  const src = `${reachable(link.data.url)}?inline`;
  return (
    <div className={styles.media}>
      {kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: the file belongs to a person; it has captions or not
        <video controls preload="metadata" src={src} aria-label={name} onError={() => setFailed(true)} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: as above
        <audio controls preload="metadata" src={src} aria-label={name} onError={() => setFailed(true)} />
      )}
    </div>
  );
}
