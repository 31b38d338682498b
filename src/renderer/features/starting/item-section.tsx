import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StarterItem } from '#shared/starting/starting.schemas.ts';
import { LabelIcon } from '../../components/documents/label-icon.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { useItemWords } from './item-words.ts';
import styles from './starting.module.css';
import type { Choice } from './use-choice.ts';

interface Listed {
  items: readonly StarterItem[];
  choice: Choice;
  busy: boolean;
  /** What stands below a chosen item. */
  more?: ((item: StarterItem) => ReactNode) | undefined;
}

function Item({ item, choice, busy }: { item: StarterItem } & Pick<Listed, 'choice' | 'busy'>) {
  const words = useItemWords(choice.willBe);
  return (
    <Checkbox
      label={
        item.kind === 'label' ? (
          <span className={styles.label}>
            <LabelIcon name={item.icon} size={15} /> {item.name}
          </span>
        ) : (
          item.name
        )
      }
      description={words(item) || undefined}
      checked={choice.chosen.has(item.key)}
      disabled={busy || item.state !== 'new'}
      onChange={(event) => choice.set([item.key], event.currentTarget.checked)}
    />
  );
}

/** Items with what lies in each right below it. The first ones stand beside each other where there is room. */
function Tree({ within, label, ...listed }: Listed & { within: string | null; label?: string }) {
  const { items, choice, busy, more } = listed;
  const keys = new Set(items.map(({ key }) => key));
  const here = items.filter((item) =>
    within === null ? item.within === null || !keys.has(item.within) : item.within === within,
  );
  if (here.length === 0) return null;
  return (
    <ul className={within === null ? styles.roots : styles.below} aria-label={label}>
      {here.map((item) => (
        <li key={item.key}>
          <Item item={item} choice={choice} busy={busy} />
          {choice.chosen.has(item.key) && more?.(item)}
          <Tree within={item.key} {...listed} />
        </li>
      ))}
    </ul>
  );
}

/** One part of a set: each thing with a box of its own, and one for all of them. */
export function ItemSection({
  title,
  intro,
  items,
  choice,
  busy,
  more,
}: {
  title: string;
  intro: string;
} & Listed) {
  const { t } = useTranslation('starting');
  const open = items.filter(({ state }) => state === 'new');
  const chosen = open.filter(({ key }) => choice.chosen.has(key)).length;
  return (
    <FormSection title={title} intro={intro} wide>
      <div>
        <Checkbox
          className={styles.all}
          label={open.length === 0 ? t('allExist') : t('all', { chosen, all: open.length })}
          aria-label={t('allOf', { section: title })}
          checked={chosen > 0 && chosen === open.length}
          indeterminate={chosen > 0 && chosen < open.length}
          disabled={busy || open.length === 0}
          onChange={(event) =>
            choice.set(
              open.map(({ key }) => key),
              event.currentTarget.checked,
            )
          }
        />
        <Tree within={null} {...{ items, choice, busy, more }} label={title} />
      </div>
    </FormSection>
  );
}
