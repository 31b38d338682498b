import { IconExternalLink, IconEye, IconFileText, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { copyLink } from '../../../components/documents/copy-link.ts';
import { hitHref } from '../../../components/documents/hit-href.ts';
import { FollowItem } from '../../../components/follows/follow-item.tsx';
import type { SelectionAction } from '../../../components/lists/selection-bar.tsx';
import { Menu } from '../../../components/menu.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { desktop } from '../../../platform/platform.ts';
import type { Point } from './list-input.ts';
import styles from './row-menu.module.css';

/** The menu of a document, or of a selection of several: the same by right click, by key and by the row's button. */
export function RowMenu({
  items,
  point,
  actions,
  onLook,
  onClose,
}: {
  items: readonly SearchItem[];
  point: Point;
  actions: readonly SelectionAction[];
  onLook: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('library');
  const pause = useWritePause();
  const [only] = items.length === 1 ? items : [];
  const label = only ? t('menu.of', { title: only.title }) : t('common:selected', { count: items.length });
  const entry = ({ id, label: name, icon: Icon, onClick, danger }: SelectionAction) => (
    <Menu.Item
      key={id}
      {...(danger ? { 'data-danger': true } : {})}
      {...pause}
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={onClick}
    >
      {name}
    </Menu.Item>
  );
  const path = only && hitHref(only);
  return (
    <Menu
      opened
      onChange={(open) => !open && onClose()}
      position="bottom-start"
      offset={2}
      returnFocus={false}
      // Within the page's main region, where readers look for it; and gone at once, so that the next key is the list's.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* What the menu stands at: the point of the pointer, or the row's button. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          aria-label={label}
          className={styles.anchor}
          style={{ left: point.x, top: point.y }}
        />
      </Menu.Target>
      {/* On Windows the Menu key asks for the browser's own menu when it comes up again. */}
      <Menu.Dropdown onContextMenu={(event) => event.preventDefault()}>
        {!only && <Menu.Label>{label}</Menu.Label>}
        {path && (
          <>
            <Menu.Item component={Link} to={path} leftSection={<IconFileText size={16} aria-hidden="true" />}>
              {t('menu.open')}
            </Menu.Item>
            {!desktop && (
              <Menu.Item
                component="a"
                href={path}
                target="_blank"
                rel="noopener"
                leftSection={<IconExternalLink size={16} aria-hidden="true" />}
              >
                {t('menu.openApart')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconEye size={16} aria-hidden="true" />} onClick={onLook}>
              {t('menu.look')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLink size={16} aria-hidden="true" />}
              onClick={() => void copyLink(only._id)}
            >
              {t('common:copyLink')}
            </Menu.Item>
            <FollowItem what="record" id={only._id} name={only.title} />
            <Menu.Divider />
          </>
        )}
        {actions.filter(({ danger }) => !danger).map(entry)}
        {actions.some(({ danger }) => danger) && <Menu.Divider />}
        {actions.filter(({ danger }) => danger).map(entry)}
      </Menu.Dropdown>
    </Menu>
  );
}
