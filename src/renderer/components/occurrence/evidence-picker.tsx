import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LABEL_SEARCH } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../api/client.ts';
import { ErrorState } from '../page/screen-states.tsx';
import styles from './occurrence.module.css';
import './catalogue.ts';

const SHOWN = '6';

/**
 * Searches for a document as evidence, among those that the person sees. Where none is found it says so: there may be one
 * that they do not see, and somebody else can be asked for it.
 */
export function EvidencePicker({
  busy,
  onPick,
  onAsk,
}: {
  busy: boolean;
  onPick: (record: string) => void;
  onAsk: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), LABEL_SEARCH.throttleMs / 2);
  const enabled = asked.length >= LABEL_SEARCH.min;
  const query = useEndpoint('recordSearch', { query: { text: asked, limit: SHOWN } }, { enabled });
  return (
    <div data-tour="occurrence-evidence">
      <TextInput
        type="search"
        label={t('occurrence:evidence.search')}
        placeholder={t('occurrence:evidence.placeholder')}
        value={text}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {enabled && query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {enabled && query.data?.items.length === 0 && (
        <p className="secondary" role="status">
          {t('occurrence:evidence.none')}{' '}
          {onAsk && (
            <button type="button" className="link" onClick={onAsk}>
              {t('occurrence:comments.askFor')}
            </button>
          )}
        </p>
      )}
      {enabled && query.data && (
        <ul className={styles.rows}>
          {query.data.items.map((item) => (
            <li key={item._id}>
              <button
                type="button"
                className={styles.found}
                disabled={busy}
                onClick={() => {
                  setText('');
                  onPick(item._id);
                }}
              >
                {item.title} <span className="meta">· {item.group.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
