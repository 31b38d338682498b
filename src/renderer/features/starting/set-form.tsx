import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_KINDS, type ItemKind } from '#shared/starting/starter-set.ts';
import type { StarterSetApplied, StarterSetPreview } from '#shared/starting/starting.schemas.ts';
import { call, type Input } from '../../api/client.ts';
import { ApiError, errorMessage, isOutage } from '../../api/errors.ts';
import { newId } from '../../api/http.ts';
import { useUser } from '../../api/session-store.ts';
import { WriteButton } from '../../components/write.tsx';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { ItemSection } from './item-section.tsx';
import { useCountWords } from './item-words.ts';
import { type Making, MakingFields } from './making-fields.tsx';
import { OtherPerson } from './other-person.tsx';
import styles from './starting.module.css';
import { useChoice } from './use-choice.ts';

const SECTIONS: readonly { name: string; kinds: readonly ItemKind[] }[] = [
  { name: 'types', kinds: ['type'] },
  { name: 'labels', kinds: ['label'] },
  { name: 'places', kinds: ['library', 'folder'] },
  { name: 'rules', kinds: ['rule'] },
  { name: 'duties', kinds: ['calendar', 'obligation'] },
];

/** The sentences of a refusal by field. */
const sentencesOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError && error.code === 'invalid'
    ? ((error.details ?? {}) as Record<string, string>)
    : {};

/** What a set would make, thing by thing, and what is asked before it is made. */
export function SetForm({
  set,
  onMade,
}: {
  set: StarterSetPreview;
  onMade: (made: StarterSetApplied) => void;
}) {
  const { t } = useTranslation('starting');
  const countWords = useCountWords();
  const choice = useChoice(set.items);
  const me = useUser()._id;
  const [making, setMaking] = useState<Making>({ startsOn: set.startsOn, responsible: me, library: null });
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({});
  const chosen = set.items.filter(({ key }) => choice.chosen.has(key));
  const isChosen = (...kinds: ItemKind[]) => chosen.some(({ kind }) => kinds.includes(kind));
  const body: Input<'starterSetApply'>['body'] = {
    ...making,
    items: chosen.map(({ key }) => key),
    others: Object.entries(others).map(([item, responsible]) => ({ item, responsible })),
  };
  // The same choice sent again, after no answer came, is the same call; another choice is another one.
  const choiceText = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key for each choice
  const idempotencyKey = useMemo(newId, [choiceText]);
  const apply = useMutation({
    mutationFn: () => call('starterSetApply', { params: { key: set.key }, body }, { idempotencyKey }),
    onSuccess: onMade,
  });
  const changed = choice.changed || making.startsOn !== set.startsOn || making.library !== null;
  useUnsaved((changed || making.responsible !== me) && !apply.isSuccess);

  const errors = sentencesOf(apply.error);
  const counts = Object.fromEntries(
    ITEM_KINDS.map((kind) => [kind, chosen.filter((item) => item.kind === kind).length]),
  ) as Record<ItemKind, number>;
  const nothingLeft = set.items.every(({ state }) => state !== 'new');
  return (
    <form
      aria-label={set.name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply.mutate();
      }}
    >
      {nothingLeft && <p className={styles.note}>{t('everything')}</p>}
      <div data-tour="starting-items">
        {SECTIONS.map(({ name, kinds }) => (
          <ItemSection
            key={name}
            title={t(`sections.${name}`)}
            intro={t(`sections.${name}Intro`)}
            items={set.items.filter(({ kind }) => kinds.includes(kind))}
            choice={choice}
            busy={apply.isPending}
            more={(item) =>
              item.kind === 'obligation' && (
                <OtherPerson
                  name={item.name}
                  value={others[item.key] ?? null}
                  onChange={(person) =>
                    setOthers(({ [item.key]: _, ...rest }) =>
                      person ? { ...rest, [item.key]: person } : rest,
                    )
                  }
                />
              )
            }
          />
        ))}
      </div>
      {isChosen('rule', 'obligation') && (
        <MakingFields
          values={making}
          onChange={setMaking}
          libraries={set.libraries}
          errors={errors}
          duties={isChosen('obligation')}
        />
      )}
      {apply.isError && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={t(isOutage(apply.error) ? 'makeUnknown' : 'makeFailed')}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {errors.items ?? (isOutage(apply.error) ? t('makeUnknownBody') : errorMessage(apply.error))}
        </Alert>
      )}
      <div className={styles.bar} data-bottom-bar>
        <span className="meta grow" aria-live="polite">
          {chosen.length > 0 ? t('willMake', { what: countWords(counts) }) : t('nothingChosen')}
        </span>
        <WriteButton
          type="submit"
          variant="filled"
          loading={apply.isPending}
          disabled={chosen.length === 0 || making.startsOn === ''}
        >
          {t('make')}
        </WriteButton>
      </div>
    </form>
  );
}
