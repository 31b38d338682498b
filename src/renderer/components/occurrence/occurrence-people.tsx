import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type OccurrenceSheet, obligationPeople } from '#shared/calendars/calendars.schemas.ts';
import { call } from '../../api/client.ts';
import { fullName } from '../../i18n/format.ts';
import { DialogFailure } from '../dialog-parts.tsx';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { PersonAvatar } from '../people/person-avatar.tsx';
import { PersonSelect } from '../people/person-select.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import styles from './occurrence.module.css';
import './catalogue.ts';

type People = { responsible: string | null; backup: string | null };

/** Who answers for a due day, and a form to give its obligation to somebody else. */
export function OccurrencePeople({ item, onChanged }: { item: OccurrenceSheet; onChanged: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { responsible, backup, may } = item;
  const close = (): void => {
    flushSync(() => setAsked(false));
    button.current?.focus();
  };
  return (
    <>
      <dt>{t('occurrence:responsible')}</dt>
      <dd className={styles.who}>
        {responsible ? (
          <>
            <PersonAvatar person={responsible} size={22} />
            <span>{fullName(responsible)}</span>
          </>
        ) : (
          <span className={styles.nobody}>{t('occurrence:nobody')}</span>
        )}
        {may.decide && !asked && (
          <WriteButton ref={button} size="compact-sm" onClick={() => setAsked(true)}>
            {t('occurrence:people.give')}
          </WriteButton>
        )}
      </dd>
      {backup && (
        <>
          <dt>{t('occurrence:backup')}</dt>
          <dd>{fullName(backup)}</dd>
        </>
      )}
      {asked && (
        <dd className={styles.wide}>
          <PeopleForm item={item} onChanged={onChanged} onClose={close} />
        </dd>
      )}
    </>
  );
}

function PeopleForm({
  item,
  onChanged,
  onClose,
}: {
  item: OccurrenceSheet;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { obligation, responsible, backup } = item;
  const params = { id: obligation._id };
  // As it was when the form was opened: what somebody else has changed since is not taken away unseen.
  const [version] = useState(obligation.version);
  const before: People = { responsible: responsible?._id ?? null, backup: backup?._id ?? null };
  const form = useEntityForm({
    initial: before as People & Record<string, unknown>,
    schema: obligationPeople,
    keepFor: `people ${obligation._id}`,
    bodyOf: (people) => ({
      responsible: people.responsible,
      backup: people.backup,
      version,
    }),
    send: async (body) => {
      try {
        const given = await call('obligationPeople', { params, body });
        const name = given.responsible && fullName(given.responsible);
        const said = name ? t('occurrence:people.given', { name }) : t('occurrence:people.taken');
        toast.undo(said, () => {
          call('obligationPeople', { params, body: { ...before, version: given.version } }).catch(
            (error: unknown) => toast.error(t('occurrence:people.notTaken'), error),
          );
        });
        onClose();
      } finally {
        onChanged();
      }
    },
  });
  const { values, element } = form;
  // The button that opened the form is gone.
  useEffect(() => element.current?.querySelector('input')?.focus(), [element]);
  return (
    <form
      ref={form.element}
      noValidate
      className={styles.decision}
      aria-label={t('occurrence:people.give')}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.dirty) void form.submit();
        else onClose();
      }}
    >
      <PersonSelect
        label={t('occurrence:responsible')}
        placeholder={t('occurrence:nobody')}
        keep={responsible}
        value={values.responsible}
        // Whoever takes it over is not its backup too.
        onChange={(person) =>
          form.set({ responsible: person, ...(person === values.backup ? { backup: null } : {}) })
        }
        error={form.errorOf('responsible')}
        hint={t('occurrence:people.hint')}
      />
      <PersonSelect
        label={t('occurrence:backup')}
        placeholder={t('occurrence:people.noBackup')}
        keep={backup}
        value={values.backup}
        onChange={(person) => form.set({ backup: person })}
        error={form.errorOf('backup')}
      />
      <DialogFailure text={form.failure} />
      <div className="buttons">
        <WriteButton type="submit" variant="filled" loading={form.sending}>
          {t('occurrence:people.save')}
        </WriteButton>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
