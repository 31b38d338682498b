import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  IconAdjustments,
  IconBell,
  IconBookmark,
  IconCalendar,
  IconChecks,
  IconCrane,
  IconFilePencil,
  IconFolders,
  IconHelpCircle,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconRefresh,
  IconSearch,
  IconUpload,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isRecordState } from '#shared/access/states.ts';
import type { Session } from '#shared/identity/auth.schemas.ts';
import { calendarsHref } from '#shared/platform/hrefs.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { useEndpoint } from '../api/client.ts';
import { useUser } from '../api/session-store.ts';
import { FileIcon } from '../components/documents/file-icon.tsx';
import { hitHref } from '../components/documents/hit-href.ts';
import { placeOf } from '../components/documents/place.ts';
import { StatePill } from '../components/documents/state-pill.tsx';
import { administrationPlaces, hasWords } from '../components/places/places.ts';
import { PALETTE_MARK, palette, paletteStore } from '../hooks/palette-store.ts';
import { type ShellActions, useShell } from '../hooks/shell-actions.ts';
import { useBackCloses } from '../hooks/use-back-closes.ts';
import { useVisited } from '../hooks/visited.ts';
import styles from './palette.module.css';
import { canOpen } from './screens.ts';

const placesOf = (user: Session): readonly { to: string; label: string; icon: TablerIcon }[] => [
  { to: '/dashboard', label: 'nav.dashboard', icon: IconLayoutDashboard },
  { to: '/records/search', label: 'nav.documents', icon: IconFolders },
  { to: '/notifications', label: 'palette.notifications', icon: IconBell },
  { to: '/notifications?tab=pending', label: 'palette.pending', icon: IconChecks },
  { to: calendarsHref(user), label: 'nav.calendars', icon: IconCalendar },
  { to: '/contractors', label: 'nav.contractors', icon: IconCrane },
  { to: '/contractors?kind=worker', label: 'palette.workers', icon: IconCrane },
  { to: '/contractors?kind=site', label: 'palette.sites', icon: IconCrane },
  { to: '/profile', label: 'bar.myProfile', icon: IconUser },
  { to: '/help', label: 'nav.help', icon: IconHelpCircle },
];

const COMMANDS: readonly {
  run: (shell: ShellActions) => (() => void) | undefined;
  label: string;
  icon: TablerIcon;
}[] = [
  { run: (shell) => shell.openUpload && (() => shell.openUpload?.()), label: 'nav.upload', icon: IconUpload },
  {
    run: (shell) => shell.openCollaborative && (() => shell.openCollaborative?.()),
    label: 'palette.collaborative',
    icon: IconFilePencil,
  },
  { run: (shell) => shell.reload, label: 'bar.reload', icon: IconRefresh },
  { run: (shell) => shell.startTour, label: 'bar.help', icon: IconHelpCircle },
  { run: (shell) => shell.openShortcuts, label: 'bar.shortcuts', icon: IconKeyboard },
  { run: (shell) => shell.signOut, label: 'bar.signOut', icon: IconLogout },
];

const resultsOf = (text: string): string => `/records/search?text=${encodeURIComponent(text)}`;

const pathOf = (to: string): string => to.split(/[?#]/, 1)[0] ?? to;

const WAIT_MS = 250;
const SHOWN = '6';
const VISITED_SHOWN = 5;
const KEPT_SHOWN = 5;
const ADMINISTRATION_SHOWN = 8;

/**
 * Keeps an entry chosen for Enter while something is typed. Typing chooses the first; what was typed before the palette
 * was drawn, or has found its documents only now, had none to choose, and an entry that gave way to another took its
 * mark with it.
 */
function keepChosen(): void {
  const { query, selected } = paletteStore.getState();
  const entries = [...document.querySelectorAll(`[${PALETTE_MARK}] [data-action]`)];
  if (query === '' || entries.length === 0) return;
  const marked = entries.findIndex((each) => each.hasAttribute('data-selected'));
  const chosen = marked >= 0 ? marked : Math.max(0, Math.min(selected, entries.length - 1));
  if (marked < 0) entries[chosen]?.setAttribute('data-selected', 'true');
  if (chosen !== selected) paletteStore.setState((state) => ({ ...state, selected: chosen }));
}

function RecordAction({ item }: { item: SearchItem }) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      onClick={() => void navigate(hitHref(item))}
      leftSection={<FileIcon name={item.file.name} type={item.file.type} />}
      rightSection={isRecordState(item.state) && <StatePill state={item.state} plain />}
      label={item.title}
      description={placeOf(item.group, item.folder)}
    />
  );
}

function Documents({ text, user }: { text: string; user: Session }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const [asked] = useDebouncedValue(text, WAIT_MS);
  const query = useEndpoint(
    'recordSearch',
    { query: { text: asked, limit: SHOWN, facets: 'no' } },
    { enabled: asked.length > 1, placeholderData: (before) => before },
  );
  useEffect(keepChosen);
  if (text.length < 2) return null;
  if (query.isError) return <p className={styles.remark}>{t('palette.failed')}</p>;
  if (!query.data) return <p className={styles.remark}>{t('palette.searching')}</p>;
  return (
    <Spotlight.ActionsGroup
      label={t('palette.documents')}
      data-stale={text !== asked || query.isPlaceholderData || undefined}
    >
      {query.data.items.map((item) => (
        <RecordAction key={item._id} item={item} />
      ))}
      {canOpen('/records/search', user) && (
        <Spotlight.Action
          onClick={() => void navigate(resultsOf(text))}
          leftSection={<IconSearch size={18} />}
          label={t('palette.allResults', { text })}
        />
      )}
    </Spotlight.ActionsGroup>
  );
}

/**
 * Before anything is typed: recently opened documents with their current data. Those that the person may no longer see
 * are left out.
 */
function Visited() {
  const { t } = useTranslation('app');
  const visited = useVisited().slice(0, VISITED_SHOWN);
  const query = useEndpoint(
    'recordSearch',
    { query: { record: visited.join(','), state: '0,1,2,3,4,5,6', facets: 'no' } },
    { enabled: visited.length > 0 },
  );
  const items = visited.flatMap((id) => query.data?.items.find((item) => item._id === id) ?? []);
  if (items.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('palette.visited')}>
      {items.map((item) => (
        <RecordAction key={item._id} item={item} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** Saved searches by name. */
function Kept({ fits }: { fits: (name: string) => boolean }) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const saved = (useEndpoint('savedSearches', {}).data ?? []).filter((each) => fits(each.name));
  useEffect(keepChosen);
  if (saved.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('palette.saved')}>
      {saved.slice(0, KEPT_SHOWN).map((each) => (
        <Spotlight.Action
          key={each._id}
          onClick={() => void navigate(`/records/search?${each.query}`)}
          leftSection={<IconBookmark size={18} />}
          label={each.name}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** Ctrl/Cmd+K: finds screens, commands and documents. */
export function Palette() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const user = useUser();
  const shell = useShell();
  const { query: text, opened } = useSpotlight(paletteStore);
  useBackCloses(opened, palette.close);
  const asked = text.trim();
  const says = (words: string): boolean => foldText(words).includes(foldText(asked));
  const fits = (label: string): boolean => says(t(label));
  const places = placesOf(user).filter(({ to, label }) => canOpen(pathOf(to), user) && fits(label));
  // Only once something is typed: there are more of them than of all others.
  const administration = asked
    ? administrationPlaces(t)
        .filter(({ to, label, words }) => canOpen(pathOf(to), user) && hasWords(`${label} ${words}`, asked))
        .slice(0, ADMINISTRATION_SHOWN)
    : [];
  const commands = COMMANDS.filter(({ run, label }) => run(shell) && fits(label));
  useEffect(keepChosen);
  /** Enter before the documents have come: what their last entry leads to, and no document of what was typed before. */
  const seeResults = (): void => {
    if (asked.length < 2 || !canOpen('/records/search', user)) return;
    const chosen = document.querySelector(`[${PALETTE_MARK}] [data-selected]`);
    if (chosen && !chosen.closest('[data-stale]')) return;
    chosen?.removeAttribute('data-selected');
    palette.close();
    void navigate(resultsOf(asked));
  };
  return (
    <Spotlight.Root
      store={paletteStore}
      // Its key is heard before it is loaded (use-palette-key.ts).
      shortcut={null}
      clearQueryOnClose={false}
      scrollable
      maxHeight={440}
      size={560}
      yOffset="10vh"
      radius="xl"
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.label'), [PALETTE_MARK]: '' } }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.label')}
        leftSection={<IconSearch size={18} />}
        onFocus={keepChosen}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && seeResults()}
      />
      <Spotlight.ActionsList>
        {asked.length < 2 && places.length + administration.length + commands.length === 0 && (
          <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>
        )}
        {asked === '' && <Visited />}
        <Kept fits={says} />
        {places.length + administration.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.screens')}>
            {places.map(({ to, label, icon: Icon }) => (
              <Spotlight.Action
                key={to}
                onClick={() => void navigate(to)}
                leftSection={<Icon size={18} />}
                label={t(label)}
              />
            ))}
            {administration.map(({ to, label }) => (
              <Spotlight.Action
                key={to}
                onClick={() => void navigate(to)}
                leftSection={<IconAdjustments size={18} />}
                label={label}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {commands.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.actions')}>
            {commands.map(({ run, label, icon: Icon }) => (
              <Spotlight.Action
                key={label}
                onClick={() => {
                  palette.close();
                  run(shell)?.();
                }}
                leftSection={<Icon size={18} />}
                label={t(label)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        <Documents text={asked} user={user} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
