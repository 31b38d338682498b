import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Hold, holdCreate } from '#shared/retention/holds.schemas.ts';
import { call } from '../../api/client.ts';
import dialog from '../dialog.module.css';
import { DialogFailure } from '../dialog-parts.tsx';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { WriteButton } from '../write.tsx';
import { HoldFields, holdBody, NO_HOLD } from './hold-fields.tsx';
import './catalogue.ts';

/** Creates a hold over the given subject. */
export function NewHoldForm({
  targets,
  onDone,
  onCancel,
  children,
}: {
  targets: { records?: string[]; folders?: string[]; groups?: string[] };
  onDone: (hold: Hold) => void;
  onCancel: () => void;
  /** Additional fields, such as the choice of libraries. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('holds');
  const form = useEntityForm({
    keepFor: `new hold ${JSON.stringify(targets)}`,
    initial: NO_HOLD,
    schema: holdCreate,
    bodyOf: (values) => ({ ...holdBody(values), ...targets }),
    send: async (body) => onDone(await call('holdCreate', { body })),
  });
  return (
    <form
      ref={form.element}
      noValidate
      className={dialog.fields}
      onSubmit={(event) => void form.submit(event)}
    >
      <HoldFields form={form} />
      {children}
      <DialogFailure
        text={
          (form.failure && form.errorOf('records')) ??
          form.errorOf('folders') ??
          form.errorOf('groups') ??
          form.failure
        }
      />
      <div className={dialog.buttons}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <WriteButton type="submit" variant="filled" loading={form.sending}>
          {t('put')}
        </WriteButton>
      </div>
    </form>
  );
}
