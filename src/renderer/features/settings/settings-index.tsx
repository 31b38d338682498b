import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TypedFilter } from '../../components/inputs/typed-filter.tsx';
import { hasWords } from '../../components/places/places.ts';
import { SETTINGS_PARTS, type SettingsPart } from '../../components/places/settings-parts.ts';
import { i18next } from '../../i18n/i18n.ts';
import styles from './settings.module.css';

/** All texts of a catalogue entry, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Catalogue entries of the settings that a part shows. */
const ENTRIES: Partial<Record<SettingsPart, readonly string[]>> = { system: ['storage', 'versions'] };

/** The parts whose name, texts or other words have all words that are sought. */
export function fittingParts(sought: string): ReadonlySet<SettingsPart> {
  const bundle = i18next.getResourceBundle(i18next.language, 'settings') as Record<string, unknown>;
  return new Set(
    SETTINGS_PARTS.filter((part) => {
      const own = (ENTRIES[part] ?? [part]).flatMap((entry) => textsIn(bundle[entry]));
      const others = i18next.t(`places:parts.${part}.words`);
      return hasWords([i18next.t(`places:parts.${part}.label`), others, ...own].join(' '), sought);
    }),
  );
}

/** A search over the settings, and links to their parts. */
export function SettingsIndex({
  sought,
  fitting,
  onSought,
}: {
  sought: string;
  fitting: ReadonlySet<SettingsPart>;
  onSought: (text: string) => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <search className={styles.index} aria-label={t('index.label')}>
      <TypedFilter
        aria-label={t('index.search')}
        placeholder={t('index.search')}
        maxLength={100}
        clearWith={(clear) => (
          <ActionIcon variant="subtle" aria-label={t('index.clear')} onClick={clear}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        value={sought}
        onTyped={onSought}
      />
      {fitting.size > 0 ? (
        <nav aria-label={t('index.parts')}>
          <ul>
            {SETTINGS_PARTS.filter((part) => fitting.has(part)).map((part) => (
              <li key={part}>
                <Link to={{ hash: part }} className="link">
                  {t(`places:parts.${part}.label`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <p role="status">
          {t('index.nothing')}{' '}
          <Button variant="subtle" onClick={() => onSought('')}>
            {t('index.all')}
          </Button>
        </p>
      )}
    </search>
  );
}
