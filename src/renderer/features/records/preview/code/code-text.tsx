import { memo } from 'react';
import preview from '../preview.module.css';
import styles from './code.module.css';
import { languageOf } from './languages.ts';
import { blocksOf, type Token } from './tokens.ts';
import { useColoured } from './use-coloured.ts';

/**
 * Plain text in blocks; the browser lays out only those near the view. Code gets its colours when the worker has
 * finished.
 */
export function CodeText({ text, extension }: { text: string; extension: string }) {
  const coloured = useColoured(text, languageOf(extension, text));
  const blocks: readonly (readonly Token[])[] = coloured ?? blocksOf({ type: 'text', value: text });
  return (
    <pre className={preview.text}>
      {blocks.map((tokens, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
        <Block key={at} tokens={tokens} />
      ))}
    </pre>
  );
}

const Block = memo(function Block({ tokens }: { tokens: readonly Token[] }) {
  return (
    <span className={styles.block}>
      {tokens.map(([text, kind], at) =>
        kind ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
          <span key={at} className={styles[kind]}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </span>
  );
});
