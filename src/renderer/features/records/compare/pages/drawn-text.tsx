import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES_MAX, pagedKind } from '#shared/documents/pages.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import type { Uncompared } from '../closing.ts';
import type { Text } from '../compare-texts.ts';
import { ComparedWords } from '../compared-words.tsx';
import { type OtherView, Without } from '../without.tsx';
import type { PagedDocument } from './compare-pages.ts';
import { OpenedPages, Waiting } from './opened-pages.tsx';
import { readLines } from './read-page.ts';

/** So many characters of a text are compared, as of one that was read. */
const CHARACTERS = 1_000_000;

interface Both {
  readonly before: Version;
  readonly after: Version;
  readonly pages: OtherView;
}

/** The words of two versions as they stand on their pages, for files whose words nothing else reads. */
export function DrawnText(both: Both) {
  return (
    <OpenedPages before={both.before} after={both.after}>
      {(older, newer) => <Words {...both} older={older} newer={newer} />}
    </OpenedPages>
  );
}

function Words({
  before,
  after,
  pages,
  older,
  newer,
}: Both & { older: PagedDocument; newer: PagedDocument }) {
  const { t } = useTranslation('records');
  const texts = [useLines(older), useLines(newer)] as const;
  const [one, other] = texts;
  if (one === undefined || other === undefined) return <Waiting />;
  const without = [before, after].flatMap(({ number }, at) =>
    texts[at] === '' ? [{ number, why: { text: 'empty' } as const }] : [],
  );
  if (without.length > 0) return <Without versions={without} other={pages} />;
  const textOf = (version: Version, text: string, { cut }: PagedDocument): Text => ({
    text: text.slice(0, CHARACTERS),
    cut: cut || text.length > CHARACTERS,
    // Every row of a sheet is its own.
    breaks: pagedKind(version.name) === 'sheet' ? 'paragraphs' : 'lines',
  });
  const uncompared: Uncompared[] = [
    ...(older.cut || newer.cut ? [{ part: 'pages', first: PAGES_MAX } as const] : []),
    ...(Math.max(one.length, other.length) > CHARACTERS
      ? [{ part: 'characters', first: CHARACTERS } as const]
      : []),
  ];
  return (
    <ComparedWords
      texts={[textOf(before, one, older), textOf(after, other, newer)]}
      uncompared={uncompared}
      before={before}
      after={after}
      note={t('compare.drawnText')}
    />
  );
}

/** The words of a document's pages; undefined until they were read. */
function useLines({ document, pages }: PagedDocument): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setText(undefined);
    readLines(document, pages, leaving.signal).then(
      (all) => leaving.signal.aborted || setText(all.filter((page) => page !== '').join('\n')),
      (error: unknown) => {
        if (!leaving.signal.aborted) throw error;
      },
    );
    return () => leaving.abort();
  }, [document, pages]);
  return text;
}
