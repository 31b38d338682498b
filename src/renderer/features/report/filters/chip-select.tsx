import { Combobox, ScrollArea, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/page/screen-states.tsx';
import { useBackCloses } from '../../../hooks/use-back-closes.ts';
import styles from './filters.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** From this many choices on there is a search field. */
const SEARCHED_FROM = 8;

/** A filter as a chip: its name, its chosen values, and a menu with the choices. */
export function ChipSelect({
  label,
  all,
  options,
  value,
  onChange,
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
  error?: unknown;
  onRetry?: () => void;
}) {
  const { t } = useTranslation('report');
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
  const chosen = value.map((id) => options?.find((each) => each.value === id)?.label ?? t('filters.unknown'));
  const shown = chosen.length === 0 ? all : chosen.length === 1 ? chosen[0] : String(chosen.length);
  const wanted = text.trim().toLocaleLowerCase();
  const found = (options ?? []).filter((each) => each.label.toLocaleLowerCase().includes(wanted));
  useBackCloses(combobox.dropdownOpened, combobox.closeDropdown);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      onOptionSubmit={(id) =>
        onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id])
      }
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={styles.chip}
          data-on={chosen.length > 0 || undefined}
          title={chosen.length > 1 ? chosen.join(', ') : undefined}
          onClick={() => combobox.toggleDropdown()}
        >
          <span>{label}</span> <b>{shown}</b>
          <IconChevronDown size={13} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searched && (
          <Combobox.Search
            value={text}
            aria-label={t('filters.find', { label })}
            placeholder={t('filters.find', { label })}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        )}
        {error ? <ErrorState error={error} {...(onRetry ? { onRetry } : {})} /> : null}
        <Combobox.Options aria-label={label}>
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
              <Combobox.Empty>{t(options ? 'filters.none' : 'common:loading')}</Combobox.Empty>
            )}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
