import { Combobox, ScrollArea, useCombobox } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '../../hooks/use-back-closes.ts';
import { ErrorState } from '../page/screen-states.tsx';
import { Chip } from './chip.tsx';
import './catalogue.ts';
import styles from './filters.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** From this many choices on there is a search field. */
const SEARCHED_FROM = 8;

/** Value of the entry that takes the filter back; no choice has it. */
const NONE = '';

/** A filter as a chip: its name, its chosen values, and a menu with the choices. */
export function ChipSelect({
  label,
  all,
  options,
  value,
  onChange,
  single = false,
  error,
  onRetry,
}: {
  label: string;
  /** Text while nothing is chosen: all of them. */
  all: string;
  /** Undefined while the choices are loading. */
  options: readonly Option[] | undefined;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Whether one choice replaces the other, and closes the menu. */
  single?: boolean;
  error?: unknown;
  onRetry?: () => void;
}) {
  const { t } = useTranslation('filters');
  const [text, setText] = useState('');
  const searched = (options?.length ?? 0) >= SEARCHED_FROM;
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => {
      if (searched) combobox.focusSearchInput();
      combobox.selectFirstOption();
    },
  });
  const chosen = value.map((id) => options?.find((each) => each.value === id)?.label ?? t('unknown'));
  const shown = chosen.length === 0 ? all : chosen.length === 1 ? chosen[0] : String(chosen.length);
  const wanted = text.trim().toLocaleLowerCase();
  const found = (options ?? []).filter((each) => each.label.toLocaleLowerCase().includes(wanted));
  const choose = (id: string): void => {
    if (id === NONE || single) combobox.closeDropdown();
    if (id === NONE) onChange([]);
    else if (value.includes(id)) onChange(value.filter((each) => each !== id));
    else onChange(single ? [id] : [...value, id]);
  };
  useBackCloses(combobox.dropdownOpened, combobox.closeDropdown);
  return (
    <Combobox store={combobox} width={260} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <Chip
          label={label}
          text={shown}
          on={chosen.length > 0}
          title={chosen.length > 1 ? chosen.join(', ') : undefined}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searched && (
          <Combobox.Search
            value={text}
            aria-label={t('find', { label })}
            placeholder={t('find', { label })}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        )}
        {error ? <ErrorState error={error} {...(onRetry ? { onRetry } : {})} /> : null}
        <Combobox.Options aria-label={label} aria-multiselectable={!single}>
          <ScrollArea.Autosize mah={280} type="scroll">
            {found.map((each) => (
              <Combobox.Option key={each.value} value={each.value} active={value.includes(each.value)}>
                <span className={styles.option}>
                  <IconCheck
                    size={15}
                    aria-hidden="true"
                    style={{ visibility: value.includes(each.value) ? 'visible' : 'hidden' }}
                  />
                  {each.label}
                </span>
              </Combobox.Option>
            ))}
            {found.length === 0 && !error && (
              <Combobox.Empty>{t(options ? 'none' : 'common:loading')}</Combobox.Empty>
            )}
          </ScrollArea.Autosize>
          {chosen.length > 0 && (
            <Combobox.Option value={NONE} className={styles.drop}>
              <span className={styles.option}>
                <IconX size={15} aria-hidden="true" />
                {t('drop')}
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
