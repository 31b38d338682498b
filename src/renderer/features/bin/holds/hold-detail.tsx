import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Hold, holdUpdate } from '#shared/retention/holds.schemas.ts';
import { call, useEndpoint } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogEnd } from '../../../components/dialog-parts.tsx';
import { useEntityForm } from '../../../components/form-page/use-entity-form.ts';
import { HoldFields, holdBody } from '../../../components/holds/hold-fields.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { StaleNote } from '../../../components/page/stale-note.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { HoldItems } from './hold-items.tsx';
import { ReasonForm } from './reason-form.tsx';
import { useHoldEnd } from './use-hold-end.ts';

/** One legal hold: its subject, its documents and folders, and its end. */
export function HoldDetail({ id }: { id: string }) {
  const { t } = useTranslation('bin');
  const query = useEndpoint('holdById', { params: { id } }, { staleTime: 0 });
  const [doing, setDoing] = useState<'edit' | 'release'>();
  const endOf = useHoldEnd();
  const hold = query.data;
  if (query.isPending) return <LoadingRows rows={6} />;
  if (!hold)
    return (
      <ErrorState title={t('holds.oneFailed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  if (doing === 'edit')
    return (
      <EditForm
        hold={hold}
        onLoad={() => {
          void query.refetch();
          setDoing(undefined);
        }}
        onClose={() => setDoing(undefined)}
      />
    );
  return (
    <div className={dialog.fields}>
      <div>
        <h2>{hold.name}</h2>
        <p className="meta">
          {[hold.reference, t('holds.documents', { count: hold.documents }), endOf(hold)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p>{hold.reason}</p>
      {hold.releaseReason && <p className="secondary">{t('holds.why', { reason: hold.releaseReason })}</p>}
      <HoldItems hold={hold} />
      {doing === 'release' && (
        <ReasonForm
          intro={t('holds.releaseIntro', { count: hold.documents })}
          confirm={t('holds.release')}
          onCancel={() => setDoing(undefined)}
          send={async (reason) => {
            await call('holdRelease', { params: { id }, body: { reason } });
            toast.success(t('holds.released', { name: hold.name }));
            setDoing(undefined);
          }}
        />
      )}
      {hold.status === 'active' && doing === undefined && (
        <div className={dialog.buttons}>
          <WriteButton onClick={() => setDoing('edit')}>{t('holds.edit')}</WriteButton>
          <WriteButton variant="filled" onClick={() => setDoing('release')}>
            {t('holds.release')}
          </WriteButton>
        </div>
      )}
    </div>
  );
}

function EditForm({ hold, onLoad, onClose }: { hold: Hold; onLoad: () => void; onClose: () => void }) {
  const { t } = useTranslation('bin');
  const [stale, setStale] = useState<string>();
  const form = useEntityForm({
    initial: {
      ...{ name: hold.name, reason: hold.reason },
      ...{ reference: hold.reference ?? '', until: hold.until ?? '' },
    },
    schema: holdUpdate,
    bodyOf: (values) => ({ ...holdBody(values), rev: hold.rev }),
    send: async (body) => {
      try {
        await call('holdUpdate', { params: { id: hold._id }, body });
        toast.success(t('holds.saved'));
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rev_changed') setStale(error.message);
        throw error;
      }
    },
  });
  return (
    <form
      ref={form.element}
      noValidate
      className={dialog.fields}
      onSubmit={(event) => void form.submit(event)}
    >
      <HoldFields form={form} />
      {stale && <StaleNote text={stale} onLoad={onLoad} />}
      <DialogEnd
        form={{ ...form, failure: stale ? undefined : form.failure }}
        submit={t('common:save')}
        onCancel={onClose}
      />
    </form>
  );
}
