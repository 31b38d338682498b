import { parseAsync, renderDocument } from 'docx-preview';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../preview.module.css';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { inertNode } from '../texts/inert-node.ts';
import { SandboxedPage } from '../texts/sandboxed-page.tsx';
import { OfficeFile, type ReadPreview } from './office-file.tsx';
import type { Word } from './word.ts';

/** Page styles: paper on the pane's background; on a narrow screen as wide as the screen, whatever the paper size. */
const LOOKS = `<style>
html { color-scheme: light; }
body { margin: 0; padding: 24px; }
body .docx-wrapper { padding: 0; background: none; display: flex; flex-flow: column; align-items: center; }
body .docx-wrapper > section.docx { margin: 0 0 18px; box-shadow: 0 1px 3px rgb(25 29 26 / 0.12); background: #fff; box-sizing: border-box; flex: none; overflow: hidden; }
.docx img { max-width: 100%; }
@media (max-width: 820px) {
  body { padding: 16px; }
  body .docx-wrapper > section.docx { width: 100% !important; min-height: 0 !important; padding: 24px 22px !important; }
  .docx table { max-width: 100%; }
}
</style>`;

/** List bullets in symbol fonts (Symbol, Wingdings), which readers may not have. */
const MARKS: Readonly<Record<string, string>> = { '\uf0a7': '▪', '\uf0d8': '›', '\uf0fc': '✓' };

/** Laid out in a document that loads nothing and runs no scripts, and passed on as HTML. */
async function layOut({ bytes }: Word): Promise<string> {
  const options = {
    className: 'docx',
    h: inertNode,
    ignoreFonts: true,
    renderAltChunks: false,
    renderComments: false,
    useBase64URL: true,
    ignoreLastRenderedPageBreak: false,
  };
  const nodes = await renderDocument(await parseAsync(new Blob([bytes as BlobPart]), options), options);
  const root = inertNode({ tagName: 'div', children: nodes }) as HTMLElement;
  return root.innerHTML.replace(/[\uf0a7\uf0b7\uf0d8\uf0fc]/g, (mark) => MARKS[mark] ?? '•');
}

/** A text document as pages: read in a worker, laid out by docx-preview, and shown in a sandboxed frame. */
export function WordPreview({ content, name, broken }: ReadPreview) {
  return (
    <OfficeFile kind="word" content={content} broken={broken}>
      {(model) => <Pages model={model} name={name} broken={broken} />}
    </OfficeFile>
  );
}

function Pages({ model, name, broken }: { model: Word } & Omit<ReadPreview, 'content'>) {
  const { t } = useTranslation('records');
  const [laid, setLaid] = useState<string | 'broken'>();
  useEffect(() => {
    let alive = true;
    layOut(model).then(
      (html) => alive && setLaid(html),
      () => alive && setLaid('broken'),
    );
    return () => {
      alive = false;
    };
  }, [model]);

  if (laid === 'broken') return broken('corrupt');
  if (laid === undefined) return <PreviewSkeleton />;
  return (
    <>
      {model.cut && <p className={styles.notice}>{t('preview.cut')}</p>}
      <SandboxedPage title={name} head={LOOKS} body={laid} />
    </>
  );
}
