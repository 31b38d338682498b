import { useState } from 'react';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import styles from './record-grid.module.css';
import { useThumbnail } from './use-thumbnail.ts';

/** A document's first page, or the sign of its kind. The card has the document's name, so that it needs no words. */
export function Thumbnail({ item }: { item: SearchItem }) {
  const address = useThumbnail(item);
  const [broken, setBroken] = useState<string>();
  const shown = address && address !== broken ? address : undefined;
  return (
    <span className={styles.picture} data-waiting={address === undefined || undefined} aria-hidden="true">
      {shown ? (
        <img src={shown} alt="" draggable={false} onError={() => setBroken(shown)} />
      ) : (
        <FileIcon name={item.file.name} type={item.file.type} size={48} />
      )}
    </span>
  );
}
