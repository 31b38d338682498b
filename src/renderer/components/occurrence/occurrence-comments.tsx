import { Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { type DueComment, dueCommentCreate } from '#shared/calendars/comments.schemas.ts';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { fullName } from '../../i18n/format.ts';
import { DialogFailure } from '../dialog-parts.tsx';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { PersonAvatar } from '../people/person-avatar.tsx';
import { PersonSelect } from '../people/person-select.tsx';
import { When } from '../when.tsx';
import { WriteButton } from '../write.tsx';
import styles from './occurrence.module.css';
import './catalogue.ts';

interface Props {
  item: OccurrenceSheet;
  /** Whether somebody is about to ask for a document. */
  asking: boolean;
  onAsking: (asking: boolean) => void;
  busy: boolean;
  act: (work: () => Promise<unknown>) => Promise<void>;
  onChanged: () => void;
}

/**
 * What people write about a due day, and whom they ask for the document that shows it. Nothing for whoever neither may
 * meet it nor was asked.
 */
export function OccurrenceComments(props: Props) {
  const { t } = useTranslation();
  const { item, busy, act } = props;
  const { comments, decision } = item;
  const me = useUser()._id;
  if (!comments) return null;
  const isOpen = decision === 'open' || decision === 'submitted';
  const withdraw = (comment: string) => () =>
    void act(() => call('dueRequestDelete', { params: { id: item._id, comment } }));
  return (
    <section aria-label={t('occurrence:comments.title')} className={styles.part}>
      <h4>{t('occurrence:comments.title')}</h4>
      {comments.length > 0 && (
        <ol className={styles.history}>
          {comments.map((each) => (
            <Comment
              key={each._id}
              comment={each}
              waits={isOpen && each.kind === 'request' && each.answer === null}
              busy={busy}
              onWithdraw={each.by._id === me || item.may.decide ? withdraw(each._id) : undefined}
            />
          ))}
        </ol>
      )}
      <CommentForm {...props} isOpen={isOpen} isAsked={isOpen && comments.some(waitsFor(me))} />
    </section>
  );
}

const waitsFor = (me: string) => (each: DueComment) => each.asks?._id === me && each.answer === null;

function Comment({
  comment,
  waits,
  busy,
  onWithdraw,
}: {
  comment: DueComment;
  waits: boolean;
  busy: boolean;
  onWithdraw: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { kind, by, at, text, asks, answer } = comment;
  return (
    <li>
      <PersonAvatar person={by} size={22} />
      <div className="grow">
        <p>
          <b>{fullName(by)}</b>{' '}
          {kind !== 'comment' && t(`occurrence:comments.kinds.${kind}`, { name: asks && fullName(asks) })}
        </p>
        {text && <p className={styles.said}>{text}</p>}
        <p className="meta">
          <When value={at} />
          {(waits || answer) && ` · ${t(`occurrence:comments.answers.${answer ?? 'waits'}`)}`}
        </p>
        {waits && onWithdraw && (
          <WriteButton size="compact-sm" variant="subtle" disabled={busy} onClick={onWithdraw}>
            {t('occurrence:comments.withdraw')}
          </WriteButton>
        )}
      </div>
    </li>
  );
}

function CommentForm({
  item,
  asking,
  onAsking,
  busy,
  act,
  onChanged,
  isOpen,
  isAsked,
}: Props & { isOpen: boolean; isAsked: boolean }) {
  const { t } = useTranslation();
  const params = { id: item._id };
  const form = useEntityForm({
    initial: { text: '', asks: null } as { text: string; asks: string | null } & Record<string, unknown>,
    schema: dueCommentCreate,
    keepFor: `comment ${item._id}`,
    bodyOf: ({ text, asks }) => (asking ? { kind: 'request' as const, text, asks } : { text }),
    send: async (body) => {
      try {
        await call('dueCommentCreate', { params, body });
        onAsking(false);
      } finally {
        onChanged();
      }
    },
  });
  const { values, element } = form;
  useEffect(() => {
    if (asking) element.current?.querySelector('input')?.focus();
  }, [asking, element]);
  const [declining, setDeclining] = useState(false);
  const decline = async (): Promise<void> => {
    setDeclining(true);
    await act(() => call('dueCommentCreate', { params, body: { kind: 'decline', text: values.text } }));
    setDeclining(false);
    form.set({ text: '' });
  };
  return (
    <form
      ref={form.element}
      noValidate
      className={styles.decision}
      aria-label={t('occurrence:comments.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {asking && (
        <PersonSelect
          label={t('occurrence:comments.whom')}
          placeholder={t('occurrence:comments.choose')}
          value={values.asks}
          onChange={(person) => form.set({ asks: person })}
          error={form.errorOf('asks')}
          hint={t('occurrence:comments.whomHint')}
        />
      )}
      <Textarea
        label={t(`occurrence:comments.${asking ? 'message' : 'comment'}`)}
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('text')}
      />
      <DialogFailure text={form.failure} />
      <div className="buttons">
        <WriteButton type="submit" variant={asking ? 'filled' : 'default'} loading={form.sending}>
          {t(`occurrence:comments.${asking ? 'ask' : 'send'}`)}
        </WriteButton>
        {isAsked && !asking && (
          <WriteButton loading={declining} disabled={busy} onClick={() => void decline()}>
            {t('occurrence:comments.decline')}
          </WriteButton>
        )}
        {asking ? (
          <Button variant="subtle" onClick={() => onAsking(false)}>
            {t('cancel')}
          </Button>
        ) : (
          item.may.fulfil &&
          isOpen && (
            <WriteButton variant="subtle" onClick={() => onAsking(true)}>
              {t('occurrence:comments.askFor')}
            </WriteButton>
          )
        )}
      </div>
    </form>
  );
}
