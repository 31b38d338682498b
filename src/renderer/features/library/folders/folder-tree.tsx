import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import type { Group } from '#shared/people/people.schemas.ts';
import { placeHref } from '#shared/platform/hrefs.ts';
import type { Carrying } from '../carry/carrying.ts';
import { commandOf } from '../carry/clipboard.ts';
import { type Standings, standingOf } from '../compliance/standings.ts';
import { FolderNode, LibraryNode } from './folder-node.tsx';
import styles from './folder-tree.module.css';
import { recordsInside } from './folders-inside.ts';

interface Node {
  folder: Folder;
  depth: number;
  parents: readonly string[];
  hasChildren: boolean;
}

/**
 * All folders of a library as a tree: arrow keys move, right opens, left closes, Enter opens the folder. Ctrl+X cuts a
 * folder and Ctrl+V pastes what was cut.
 */
export function FolderTree({
  library,
  folders,
  current,
  standings,
  carrying,
}: {
  library: Group;
  folders: readonly Folder[];
  standings: Standings | undefined;
  current: string | undefined;
  carrying: Carrying;
}) {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const nodes = nodesOf(folders);
  const inside = recordsInside(folders);
  const above = nodes.find((node) => node.folder._id === current)?.parents ?? [];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (id: string): boolean =>
    !closed.has(id) && (opened.has(id) || above.includes(id) || id === current);
  const shown = nodes.filter((node) => node.parents.every(isOpen));
  const [focused, setFocused] = useState<string>();
  const anyOpen = [...(standings?.values() ?? [])].some(
    ({ colour, dueSoon }) => colour === 'fail' || dueSoon,
  );
  const stop = focused ?? current ?? shown[0]?.folder._id;

  const setOpen = (id: string, open: boolean): void => {
    setOpened((before) => withMember(before, id, open));
    setClosed((before) => withMember(before, id, !open));
  };
  const go = (folder?: string): void => void navigate(placeHref(library._id, folder));

  function onKeyDown(event: KeyboardEvent, at: number): void {
    const node = shown[at];
    if (!node) return;
    const move = (to: number): void => {
      const target = shown[Math.max(0, Math.min(shown.length - 1, to))];
      if (!target) return;
      setFocused(target.folder._id);
      document.getElementById(`tree-${target.folder._id}`)?.focus();
    };
    const id = node.folder._id;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(shown.length - 1),
      ArrowRight: () => (node.hasChildren && !isOpen(id) ? setOpen(id, true) : move(at + 1)),
      ArrowLeft: () =>
        node.hasChildren && isOpen(id)
          ? setOpen(id, false)
          : move(shown.findIndex((each) => each.folder._id === node.folder.parent)),
      Enter: () => go(id),
      ' ': () => go(id),
    };
    const command = commandOf(event);
    const action = command ? () => carrying[command](node.folder) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    // Stops the event: the page handles the same keys for documents.
    event.stopPropagation();
    action();
  }

  return (
    <nav className={styles.tree} aria-label={t('tree.label')} data-tour="tree">
      <div className={styles.head}>
        <h2>{t('tree.label')}</h2>
        {anyOpen && (
          <Link className="link" to={`/records/search?view=open&group=${library._id}`}>
            {t('open.link')}
          </Link>
        )}
      </div>
      <LibraryNode library={library} current={!current} onGo={() => go()} carrying={carrying} />
      <div role="tree" aria-label={library.name}>
        {shown.map((node, at) => {
          const { folder } = node;
          const id = folder._id;
          const open = isOpen(id);
          return (
            <FolderNode
              key={id}
              folder={folder}
              depth={node.depth}
              records={inside.get(id) ?? 0}
              standing={standingOf(standings, id)}
              current={id === current}
              stop={id === stop}
              open={node.hasChildren ? open : undefined}
              onGo={() => go(id)}
              onOpen={(wanted) => setOpen(id, wanted)}
              onKeyDown={(event) => onKeyDown(event, at)}
              carrying={carrying}
            />
          );
        })}
      </div>
      {folders.length === 0 && <p className={`meta ${styles.none}`}>{t('tree.none')}</p>}
    </nav>
  );
}

/** Folders are sorted parents first, so a node's ancestors are known when it is reached. */
function nodesOf(folders: readonly Folder[]): Node[] {
  const parents = new Map<string, readonly string[]>();
  const withChildren = new Set(folders.map((folder) => folder.parent));
  return folders.map((folder) => {
    const above = folder.parent ? [...(parents.get(folder.parent) ?? []), folder.parent] : [];
    parents.set(folder._id, above);
    return { folder, depth: above.length, parents: above, hasChildren: withChildren.has(folder._id) };
  });
}

function withMember(set: ReadonlySet<string>, id: string, member: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (member) next.add(id);
  else next.delete(id);
  return next;
}
