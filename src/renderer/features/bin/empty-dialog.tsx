import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BIN_EMPTY_WORD } from '#shared/retention/bin.ts';
import { call, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { fieldProps } from '../../components/inputs/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';

/**
 * Empties the whole bin, whatever the filters are, except for documents that something keeps. A word must be typed
 * first.
 */
export function EmptyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('bin');
  return (
    <Modal opened={opened} onClose={onClose} title={t('emptying.title')}>
      {opened && <Confirm onClose={onClose} />}
    </Modal>
  );
}

function Confirm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bin');
  // Documents deleted after the dialog opened are not purged: the person has not seen them.
  const [before] = useState(() => new Date().toISOString());
  const query = useEndpoint('bin', { query: { limit: '1' } }, { staleTime: 0 });
  const [word, setWord] = useState('');
  const [wrong, setWrong] = useState(false);
  const [gone, setGone] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const totals = query.data?.totals;
  if (query.isPending) return <LoadingRows rows={3} />;
  if (!totals)
    return <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  const free = totals.documents - totals.held - totals.retained;
  const busy = gone !== undefined;

  const empty = async (): Promise<void> => {
    if (word.trim().toUpperCase() !== BIN_EMPTY_WORD) {
      setWrong(true);
      return;
    }
    setFailure(undefined);
    let done = 0;
    setGone(0);
    try {
      for (;;) {
        const answer = await call('binEmpty', { body: { before, confirm: BIN_EMPTY_WORD } });
        done += answer.gone;
        setGone(done);
        if (answer.left === 0 || answer.gone === 0) break;
      }
      toast.success(t('emptying.done', { count: done }));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setGone(undefined);
    }
  };

  return (
    <form
      noValidate
      className={dialog.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void empty();
      }}
    >
      <p>{t('emptying.body', { count: free })}</p>
      {totals.held + totals.retained > 0 && (
        <p className="secondary">
          {t('emptying.kept', { count: totals.held + totals.retained })}{' '}
          {t('emptying.why', { held: totals.held, retained: totals.retained })}
        </p>
      )}
      {free > 0 && (
        <TextInput
          label={t('emptying.word', { word: BIN_EMPTY_WORD })}
          autoComplete="off"
          data-autofocus
          value={word}
          onChange={(event) => {
            setWord(event.currentTarget.value);
            setWrong(false);
          }}
          {...fieldProps({ error: wrong && t('emptying.wrong', { word: BIN_EMPTY_WORD }) })}
        />
      )}
      <p className="meta" aria-live="polite">
        {busy && t('emptying.progress', { gone, count: free })}
      </p>
      <DialogFailure text={failure} />
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        {free > 0 && (
          <WriteButton type="submit" variant="filled" color="red" loading={busy}>
            {t('emptying.confirm')}
          </WriteButton>
        )}
      </div>
    </form>
  );
}
