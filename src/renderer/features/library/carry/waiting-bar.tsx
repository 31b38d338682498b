import { Button } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { modifierKey } from '../../../platform/platform.ts';
import type { Carrying } from './carrying.ts';
import { clearClipboard, useClipboard, useCommandKeys } from './clipboard.ts';
import drag from './drag.module.css';

/** Shows what was cut, with a button that pastes it into the open folder, for devices without a keyboard. */
export function WaitingBar({ folder, carrying }: { folder: Folder | undefined; carrying: Carrying }) {
  const { t } = useTranslation('library');
  const carried = useClipboard((state) => state.carried);
  const here = folder ?? null;
  const possible = carried !== undefined && carrying.accepts(carried, here?._id ?? null);
  useCommandKeys({ paste: () => carrying.paste(here) });
  useEffect(() => {
    if (!carried) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') clearClipboard();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [carried]);
  return (
    <>
      {/* Always present: a screen reader announces only changes of a live region that already exists. */}
      <p className="visually-hidden" role="status">
        {carried && t('carry.cut', { what: carrying.words(carried), key: `${modifierKey}+V` })}
      </p>
      {carried && (
        <div className={drag.waiting}>
          <IconClipboard size={16} aria-hidden="true" />
          <span className="grow ellipsis">{t('carry.waiting', { what: carrying.words(carried) })}</span>
          <Button variant="filled" disabled={!possible} onClick={() => carrying.paste(here)}>
            {t('carry.here')}
          </Button>
          <Button onClick={clearClipboard}>{t('common:cancel')}</Button>
        </div>
      )}
    </>
  );
}
