import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRequestMade } from '#shared/file-requests/file-requests.schemas.ts';
import { FILE_REQUEST } from '#shared/platform/limits.ts';
import { useCall } from '../../api/client.ts';
import { errorMessage, fieldErrors } from '../../api/errors.ts';
import { useUnsent } from '../../hooks/unsent.ts';
import dialog from '../dialog.module.css';
import { DialogFailure } from '../dialog-parts.tsx';
import { FieldLabel, fieldProps } from '../inputs/field.tsx';
import { WriteButton } from '../write.tsx';
import { emailsIn, wrongEmail } from './emails.ts';

export interface FileRequestPanelProps {
  /** Where the files come in. Its reader must be allowed to upload there. */
  folder: { readonly _id: string; readonly name: string };
  /** What the form begins with. */
  suggestion?: { readonly title?: string; readonly emails?: readonly string[] } | undefined;
}

/** What is asked for, and of whom. What was typed stays until it was sent. */
export function RequestForm({
  folder,
  suggestion,
  mailLeaves,
  onMade,
}: FileRequestPanelProps & { mailLeaves: boolean; onMade: (made: FileRequestMade) => void }) {
  const { t } = useTranslation('file-requests');
  const title = useUnsent(`files ${folder._id} title`, suggestion?.title ?? '');
  const emails = useUnsent(`files ${folder._id} emails`, suggestion?.emails?.join(', ') ?? '');
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = useCall('fileRequestCreate', {
    onSuccess: (made) => {
      title.forget();
      emails.forget();
      onMade(made);
    },
  });
  const to = mailLeaves ? emailsIn(emails.value) : [];
  const { length } = title.value.trim();
  const { min, max } = FILE_REQUEST.title;
  const titleWrong = length < min ? t('whatNeeded') : undefined;
  const wrong = wrongEmail(emails.value);
  const emailsWrong = !mailLeaves
    ? undefined
    : wrong
      ? t('emailsWrong', { email: wrong })
      : to.length > FILE_REQUEST.emails
        ? t('emailsMany')
        : undefined;
  const fields = fieldErrors(error);
  return (
    <form
      className={dialog.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (titleWrong || emailsWrong || length > max) return;
        mutate({ body: { folder: folder._id, title: title.value, emails: to } });
      }}
    >
      <p className="secondary">{t('intro', { folder: folder.name })}</p>
      <Textarea
        label={t('what')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={5}
        value={title.value}
        // One line of text, however it is broken on the screen.
        onChange={(event) => title.set(event.currentTarget.value.replaceAll('\n', ' '))}
        {...fieldProps({
          error: (tried && titleWrong) || fields.title,
          hint: t('whatHint'),
          ...{ used: title.value.length, max },
        })}
      />
      {mailLeaves ? (
        <Textarea
          label={<FieldLabel aside={t('common:optional')}>{t('emails')}</FieldLabel>}
          autosize
          minRows={1}
          maxRows={5}
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
          value={emails.value}
          onChange={(event) => emails.set(event.currentTarget.value)}
          {...fieldProps({ error: (tried && emailsWrong) || fields.emails, hint: t('emailsHint') })}
        />
      ) : (
        <p className="secondary">{t('noMail')}</p>
      )}
      <DialogFailure text={error && Object.keys(fields).length === 0 ? errorMessage(error) : undefined} />
      <div className={dialog.buttons} style={{ marginTop: 0 }}>
        <WriteButton type="submit" variant="filled" loading={isPending}>
          {t(to.length > 0 ? 'createSend' : 'create')}
        </WriteButton>
      </div>
    </form>
  );
}
