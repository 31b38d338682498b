import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import type { Person } from '#shared/platform/primitives.ts';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { useBackCloses } from '../../../hooks/use-back-closes.ts';
import { fullName } from '../../../i18n/format.ts';
import styles from './comments.module.css';
import { askedAt, fitting, mentionOf } from './mentions.ts';

/** Names that are offered at once. */
const OFFERED = 6;

/** A field for a comment's words. After "@" it offers people by name; arrows choose, Enter or Tab takes one. */
export function MentionField({
  field,
  label,
  text,
  people,
  onChange,
  onMention,
  onKeyDown,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  text: string;
  /** Who may be named. */
  people: readonly Person[];
  onChange: (text: string) => void;
  /** Somebody was chosen from the list. */
  onMention: (person: Person) => void;
  /** Keys that choose nobody. */
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t } = useTranslation('records');
  const [caret, setCaret] = useState(text.length);
  /** The "@" whose list was closed by Escape. */
  const [closed, setClosed] = useState<number>();
  const combobox = useCombobox();
  const asked = askedAt(text, caret);
  const offered = asked && asked.from !== closed ? fitting(people, asked.asked).slice(0, OFFERED) : [];
  // Nothing is offered where the one name that fits is written already.
  const isWritten = offered.length === 1 && offered.some((each) => `@${asked?.asked}` === mentionOf(each));
  const isOpen = offered.length > 0 && !isWritten;
  useBackCloses(isOpen, () => setClosed(asked?.from));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each new list its first name is chosen
  useEffect(() => {
    if (!isOpen) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  }, [isOpen, asked?.asked]);

  const take = (person: Person | undefined): void => {
    if (!person || !asked) return;
    const before = `${text.slice(0, asked.from)}${mentionOf(person)} `;
    const next = before + text.slice(caret).replace(/^ /, '');
    // At once: the next letter may be typed before the next frame, and would stand after the caret.
    flushSync(() => {
      onMention(person);
      onChange(next);
      setCaret(before.length);
    });
    field.current?.setSelectionRange(before.length, before.length);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) {
      onKeyDown(event);
      return;
    }
    if (event.key === 'ArrowDown') combobox.selectNextOption();
    else if (event.key === 'ArrowUp') combobox.selectPreviousOption();
    else if (event.key === 'Enter' || event.key === 'Tab') combobox.clickSelectedOption();
    else if (event.key === 'Escape') setClosed(asked?.from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      // Within the page's main region, where screen readers look for it, and not cut by the panel that scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(id) => take(offered.find(({ _id }) => _id === id))}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={isOpen}>
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={t('comments.placeholder')}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKey}
          {...fieldProps({ used: text.length, max: COMMENT_MAX })}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('comments.mention')}>
          {isOpen &&
            offered.map((person) => (
              <Combobox.Option key={person._id} value={person._id} className={styles.offeredName}>
                <PersonAvatar person={person} />
                {fullName(person)}
              </Combobox.Option>
            ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
