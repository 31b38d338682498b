import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLayoutSidebar, IconMessagePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { ToolButton } from './tool-button.tsx';

/** Turns the pages of a document over, and shows them small. */
export function PageTools({
  page,
  pages,
  small,
  onSmall,
  onGo,
}: {
  /** From 1. */
  page: number;
  pages: number;
  /** Whether the thumbnails are shown. */
  small: boolean;
  onSmall: (small: boolean) => void;
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation('records');
  return (
    <>
      <ToolButton label={t('preview.thumbnails')} pressed={small} onClick={() => onSmall(!small)}>
        <IconLayoutSidebar size={18} />
      </ToolButton>
      <ToolButton label={t('preview.previous')} off={page <= 1} onClick={() => onGo(page - 1)}>
        <IconChevronLeft size={18} />
      </ToolButton>
      <span aria-live="polite">
        {t('preview.page', { page: formatNumber(page), pages: formatNumber(pages) })}
      </span>
      <ToolButton label={t('preview.next')} off={page >= pages} onClick={() => onGo(page + 1)}>
        <IconChevronRight size={18} />
      </ToolButton>
    </>
  );
}

/** Begins a comment on the page in view. */
export function CommentPage({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('records');
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('comments.offerPage')}
      title={t('comments.offerPage')}
      onClick={onClick}
    >
      <IconMessagePlus size={18} />
    </ActionIcon>
  );
}
