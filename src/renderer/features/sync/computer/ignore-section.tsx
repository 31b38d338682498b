import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coversEverything, PATTERN_MAX, PATTERNS_MAX, patternProblem } from '#shared/ipc/ignore-pattern.ts';
import { modals } from '../../../components/dialogs.ts';
import { FormSection } from '../../../components/form-page/form-page.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { desktop, unwrap } from '../../../platform/platform.ts';
import { savePreferences } from '../use-settings.ts';
import styles from './computer.module.css';

/** How many documents on this computer each pattern matches; undefined where the engine does not answer. */
async function countOf(patterns: readonly string[]) {
  if (!desktop || patterns.length === 0) return null;
  return unwrap(desktop.sync.countIgnored([...patterns])).catch(() => null);
}

/** The person's own patterns of names that are not synced. */
export function IgnoreSection({ patterns }: { patterns: readonly string[] }) {
  const { t } = useTranslation('sync');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { data: covered } = useQuery({
    queryKey: ['desktop', 'ignored', patterns],
    queryFn: () => countOf(patterns),
    staleTime: 0,
  });

  const refuse = (problem: string): void => {
    setError(t(`computer.ignore.problems.${problem}`, { max: PATTERN_MAX, most: PATTERNS_MAX }));
    field.current?.focus();
  };
  const take = async (pattern: string): Promise<void> => {
    if (!(await savePreferences({ ignore: [...patterns, pattern] }))) return;
    setText('');
    field.current?.focus();
  };
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const pattern = text.trim();
    const problem = patternProblem(pattern);
    if (problem) return refuse(problem);
    if (patterns.some((each) => each.toLowerCase() === pattern.toLowerCase())) return refuse('twice');
    if (patterns.length >= PATTERNS_MAX) return refuse('many');
    const count = await countOf([pattern]);
    const all = count !== null && count.files > 0 && count.counts[0] === count.files;
    if (!all && !coversEverything(pattern)) return take(pattern);
    modals.openConfirmModal({
      title: t('computer.ignore.everything.title'),
      children: t('computer.ignore.everything.body', { pattern }),
      labels: { confirm: t('computer.ignore.everything.confirm'), cancel: t('common:cancel') },
      confirmProps: { variant: 'filled' },
      onConfirm: () => void take(pattern),
    });
  };
  const remove = async (pattern: string): Promise<void> => {
    if (await savePreferences({ ignore: patterns.filter((each) => each !== pattern) }))
      field.current?.focus();
  };

  return (
    <FormSection title={t('computer.ignore.title')} intro={t('computer.ignore.intro')}>
      <form className={styles.add} onSubmit={(event) => void add(event)} noValidate>
        <TextInput
          ref={field}
          label={t('computer.ignore.label')}
          placeholder="*.bak"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
          {...fieldProps({ error, hint: t('computer.ignore.hint') })}
        />
        <Button type="submit" leftSection={<IconPlus size={15} aria-hidden="true" />}>
          {t('computer.ignore.add')}
        </Button>
      </form>
      {patterns.length === 0 ? (
        <p className="meta">{t('computer.ignore.empty')}</p>
      ) : (
        <ul className={styles.patterns} aria-label={t('computer.ignore.title')}>
          {patterns.map((pattern, at) => (
            <li key={pattern}>
              <div className="grow">
                <p className={styles.pattern}>{pattern}</p>
                {covered?.counts[at] !== undefined && (
                  <p className="meta">{t('computer.ignore.covers', { count: covered.counts[at] })}</p>
                )}
              </div>
              <Tooltip label={t('computer.ignore.remove')}>
                <ActionIcon
                  aria-label={t('computer.ignore.removeOne', { pattern })}
                  onClick={() => void remove(pattern)}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
