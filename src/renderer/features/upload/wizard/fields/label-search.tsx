import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { LABEL_NAME_MAX, LABEL_SEARCH, LABELS_MAX } from '#shared/platform/limits.ts';
import { useCall, useEndpoint } from '../../../../api/client.ts';
import { errorMessage } from '../../../../api/errors.ts';
import { useUser } from '../../../../api/session-store.ts';
import { fieldProps } from '../../../../components/inputs/field.tsx';
import { useBackCloses } from '../../../../hooks/use-back-closes.ts';
import styles from '../steps/labels-step.module.css';
import { useNoLabels } from './no-labels.ts';

/** The value of the option that makes a label; labels have ids. */
const MAKES = 'new';

/** Labels that match a text, without the selected ones. At most one request in 600 ms (docs/domain/limits.md). */
function useLabelSearch(text: string, group: string, selected: readonly Label[]) {
  const asked = useThrottledValue(text.trim(), LABEL_SEARCH.throttleMs);
  // Ignores a text that was deleted while the throttle still held it.
  const fits = [asked, text.trim()].every(
    ({ length }) => length >= LABEL_SEARCH.min && length <= LABEL_SEARCH.max,
  );
  const exclude = selected.map(({ _id }) => _id).join(',');
  const query = { text: asked, group, ...(exclude ? { exclude } : {}) };
  return { ...useEndpoint('labelSearch', { query }, { enabled: fits }), fits };
}

/** The search box of the labels step. */
export function LabelSearch({
  group,
  label,
  selected,
  onSelect,
  error,
  onLeave,
  onEscape,
}: {
  group: string;
  /** What the field is called, where it is not the one for all documents. */
  label?: string;
  selected: readonly Label[];
  onSelect: (label: Label) => void;
  error: ReactNode;
  onLeave: () => void;
  /** Closes the field; without it Escape asks to cancel the wizard. */
  onEscape?: () => void;
}) {
  const { t } = useTranslation('upload');
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useLabelSearch(text, group, selected);
  const { isAdmin } = useUser();
  const noLabels = useNoLabels();
  const make = useCall('labelCreate');
  const choose = (label: Label): void => {
    onSelect(label);
    setText('');
    combobox.closeDropdown();
  };
  const name = text.trim();
  /** An admin makes a label for this library here, with the name that nothing has; the rest is on the labels' screen. */
  const makeLabel = (): void => make.mutate({ body: { name, groups: [group] } }, { onSuccess: choose });
  const full = selected.length >= LABELS_MAX;
  const { length } = name;
  // Where there is none at all, there is nothing to search, and any name will do.
  const first = noLabels && isAdmin && length > 0 && length <= LABEL_NAME_MAX;
  const offers = first || (found.fits && length >= LABEL_SEARCH.min);
  const creates = first || (isAdmin && found.isSuccess && found.data.length === 0);
  useBackCloses(offers && combobox.dropdownOpened, combobox.closeDropdown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when results come, the first is selected for Enter
  useEffect(() => {
    if (found.data?.length || first) combobox.selectFirstOption();
  }, [found.data, first]);

  const hint =
    (full && t('labels.max', { max: LABELS_MAX })) ||
    (length > LABEL_SEARCH.max && t('labels.long', LABEL_SEARCH)) ||
    (length > 0 && length < LABEL_SEARCH.min && !first && t('labels.short', LABEL_SEARCH)) ||
    undefined;

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        if (id === MAKES) {
          makeLabel();
          return;
        }
        const chosen = found.data?.find(({ _id }) => _id === id);
        if (chosen) choose(chosen);
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label ?? t('labels.search')}
          placeholder={
            noLabels && isAdmin ? t('labels.firstPlaceholder') : t('labels.placeholder', LABEL_SEARCH)
          }
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          // Not disabled, because that would take the focus away after the last label was chosen.
          readOnly={full}
          onChange={(event) => {
            setText(event.currentTarget.value);
            make.reset();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={({ currentTarget, relatedTarget }) => {
            combobox.closeDropdown();
            // Whoever goes to the suggestions is still choosing.
            if (!currentTarget.closest('[role="tabpanel"]')?.contains(relatedTarget)) onLeave();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && onEscape) {
              event.stopPropagation();
              onEscape();
              return;
            }
            // From an empty field the arrow goes to what is suggested below it.
            if (event.key === 'ArrowDown' && !text) {
              event.currentTarget
                .closest('[role="tabpanel"]')
                ?.querySelector<HTMLElement>('[data-suggestions] button')
                ?.focus();
              return;
            }
            // Enter chooses a label here. If there is none, it must not submit the step.
            if (event.key !== 'Enter' || !text) return;
            event.preventDefault();
            if (found.isError) void found.refetch();
          }}
          // Whoever types reads what the search still needs, and not that nothing is chosen yet.
          {...fieldProps({ error: length > 0 && hint ? undefined : error, hint })}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!offers}>
        {found.data && found.data.length > 0 ? (
          <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('labels.title')}>
            {found.data.map((each) => (
              <Combobox.Option key={each._id} value={each._id}>
                {labelPath(each)}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        ) : (
          <>
            {!first && (
              <div className={styles.state} role={found.isError ? 'alert' : 'status'}>
                {found.isPending && t('labels.searching')}
                {found.isError && (
                  <>
                    <b>{t('labels.error')}</b>
                    <p>{t('labels.failed')}</p>
                  </>
                )}
                {!found.isPending && <p>{t('labels.nothing')}</p>}
                {found.isError && (
                  <button
                    type="button"
                    className="link"
                    // Keeps the focus in the field, and its dropdown open.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => void found.refetch()}
                  >
                    {t('retry')}
                  </button>
                )}
              </div>
            )}
            {creates && (
              <Combobox.Options aria-label={t('labels.title')}>
                <Combobox.Option value={MAKES} className={styles.make ?? ''} disabled={make.isPending}>
                  <IconPlus size={14} aria-hidden="true" />
                  {t('labels.create', { name })}
                </Combobox.Option>
              </Combobox.Options>
            )}
            {make.isError && (
              <div className={styles.state} role="alert">
                {errorMessage(make.error)}
              </div>
            )}
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
