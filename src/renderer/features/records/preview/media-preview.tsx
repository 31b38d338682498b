import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../../api/client.ts';
import { reachable } from '../../../api/follow-link.ts';
import { ErrorState } from '../../../components/page/screen-states.tsx';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';

/**
 * Sound and film, as they come: a signed link that names its person, of which the player asks for the parts that it
 * needs. No limit of size, and nothing of it is held by the page.
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
  // Not made anew while it plays: a player starts over with another address.
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
        // biome-ignore lint/a11y/useMediaCaption: the file is somebody's own, and brings its captions or none
        <video controls preload="metadata" src={src} aria-label={name} onError={() => setFailed(true)} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: as above
        <audio controls preload="metadata" src={src} aria-label={name} onError={() => setFailed(true)} />
      )}
    </div>
  );
}
