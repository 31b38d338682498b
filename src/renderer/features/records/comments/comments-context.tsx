import type { UseQueryResult } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import type { Anchor, Comment } from '#shared/comments/comments.schemas.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { groupBy } from '#shared/platform/group-by.ts';
import { useEndpoint } from '../../../api/client.ts';
import { createFinder, type Place } from './find-passage.ts';
import { type CurrentText, useCurrentText } from './use-current-text.ts';

/** A comment that is being written: what it is about. */
export interface Draft {
  readonly version: string;
  readonly anchor: Anchor | null;
}

/** A request to show something. `turn` grows, so that the same can be asked for again. */
interface Asked {
  readonly id: string;
  readonly turn: number;
}

export interface Comments {
  readonly query: UseQueryResult<Comment[]>;
  readonly record: string;
  /** All of them, replies too. */
  readonly all: readonly Comment[];
  repliesTo(thread: string): readonly Comment[];
  /** Those that start a thread, in the order of their passages: those on whole versions first, those without a place last. */
  readonly list: readonly Comment[];
  /** Whether the person may write one. */
  readonly may: boolean;
  /** The current version, which passages are looked up in. */
  readonly current: string | undefined;
  readonly versions: ReadonlyMap<string, Version>;
  readonly text: CurrentText;
  /** Where the passages stand in the current version. Undefined where its text is not known. */
  readonly places: ReadonlyMap<string, Place> | undefined;
  readonly draft: Draft | undefined;
  begin(draft: Draft): void;
  discard(): void;
  /** The comment whose passage the canvas shows, by `compared` in the comparison. */
  readonly passage: (Asked & { readonly compared: boolean }) | undefined;
  goTo(id: string, compared?: boolean): void;
  /** The comment that is shown in its list; `linked`, because the address names it. */
  readonly card: (Asked & { readonly linked?: true }) | undefined;
  goBack(id: string): void;
  /** The last `passage` that was shown: panes that appear later show only newer ones. */
  readonly shown: RefObject<number>;
  /** What the pane on screen has marked by its keys or position: a sentence, a change, a page. */
  readonly marked: RefObject<(() => Draft | undefined) | undefined>;
  /** Whether the pane on screen can show the passage of a comment. */
  readonly located: RefObject<((id: string) => boolean) | undefined>;
}

const Context = createContext<Comments | undefined>(undefined);

/** The comments of the document on screen; undefined where one is shown without them, as by the quick look. */
export const useCommentsIfShown = (): Comments | undefined => useContext(Context);

/** The comments of the document on screen. @throws outside of `CommentsProvider` */
export function useComments(): Comments {
  const comments = useContext(Context);
  if (!comments) throw new Error('no CommentsProvider');
  return comments;
}

const NONE: readonly Comment[] = [];

/**
 * @param linked the comment that the address names, which is shown in its list
 * @param onList makes the list of comments visible, where the screen shows something else in its place
 */
export function CommentsProvider({
  record,
  versions,
  gone,
  reviewing,
  linked,
  onList,
  children,
}: {
  record: Record;
  versions: readonly Version[] | undefined;
  gone: boolean;
  reviewing: boolean;
  linked: string | null;
  onList: () => void;
  children: ReactNode;
}) {
  // Readers are served no comments, so nothing is asked for.
  const query = useEndpoint(
    'commentsByRecord',
    { params: { id: record._id } },
    { enabled: record.face === 'working' && !gone },
  );
  const all = query.data ?? NONE;
  const byId = useMemo(() => new Map((versions ?? []).map((each) => [each._id, each])), [versions]);
  const current = record.currentVersion?._id;
  const text = useCurrentText(
    current === undefined ? undefined : byId.get(current),
    record.face === 'working' && (reviewing || all.length > 0),
  );
  const { sentences } = text;
  const places = useMemo(() => {
    if (!sentences) return undefined;
    const find = createFinder(sentences.map((each) => each.text));
    return new Map(
      all.flatMap(({ _id, anchor }): [string, Place][] => {
        const place = anchor?.quote ? find(anchor) : undefined;
        return place ? [[_id, place]] : [];
      }),
    );
  }, [sentences, all]);
  const list = useMemo(
    () =>
      inOrder(
        all.filter(({ parent }) => parent === null),
        places,
      ),
    [all, places],
  );
  const replies = useMemo(() => groupBy(all, ({ parent }) => parent), [all]);
  const [draft, setDraft] = useState<Draft>();
  const [passage, setPassage] = useState<Comments['passage']>();
  const [card, setCard] = useState<Comments['card']>();
  // The same link leads there again: each visit of an address has a key of its own.
  const { key: visit } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the same address is visited again
  useEffect(() => {
    setCard((before) => {
      if (linked === null) return before?.linked ? undefined : before;
      return { id: linked, turn: (before?.turn ?? 0) + 1, linked: true };
    });
  }, [linked, visit]);
  const shown = useRef(0);
  const marked = useRef<(() => Draft | undefined) | undefined>(undefined);
  const located = useRef<((id: string) => boolean) | undefined>(undefined);

  const value: Comments = {
    ...{ record: record._id, all },
    repliesTo: (thread) => replies.get(thread) ?? NONE,
    ...{ query, list, may: record.may.comment && !gone, current, versions: byId, text, places },
    ...{ draft, passage, card, shown, marked, located },
    begin(next) {
      setDraft(next);
      onList();
    },
    discard: () => setDraft(undefined),
    goTo: (id, compared = false) => setPassage((before) => ({ id, compared, turn: (before?.turn ?? 0) + 1 })),
    goBack(id) {
      setCard((before) => ({ id, turn: (before?.turn ?? 0) + 1 }));
      onList();
    },
  };
  return <Context value={value}>{children}</Context>;
}

function inOrder(comments: readonly Comment[], places: Comments['places']): Comment[] {
  const rank = ({ _id, anchor }: Comment): number =>
    places?.get(_id)?.first ?? (anchor ? Number.MAX_SAFE_INTEGER : -1);
  return [...comments].sort((one, other) => rank(one) - rank(other) || (one.at < other.at ? -1 : 1));
}
