import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import { PAGE } from '#shared/platform/limits.ts';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { runEach } from '../../../api/run-each.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogFailure } from '../../../components/dialog-parts.tsx';
import { TypedFilter } from '../../../components/inputs/typed-filter.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useParties } from '../queries.ts';
import { Standing } from '../standing.tsx';
import styles from './detail.module.css';

/** Sends workers and contractors to a site, or one of them to several sites. Mounted for one opening. */
export function AssignDialog({
  party,
  first,
  onClose,
}: {
  party: Pick<Party, '_id' | 'name' | 'kind'>;
  /** What is offered first. */
  first: PartyKind;
  onClose: () => void;
}) {
  const { t } = useTranslation('contractors');
  const isSite = party.kind === 'site';
  const [kind, setKind] = useState(first);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { query, items } = useParties({ kind, ...(text ? { q: text } : {}) });
  const here = useParties({ kind, at: party._id }, { limit: PAGE.max });
  const assigned = new Set(here.items.map(({ _id }) => _id));
  const offered = items.filter((each) => each.kind === kind);
  const mayTake = (each: Party): boolean => isSite || each.may.edit;
  const noteOf = (each: Party): string | undefined => {
    if (assigned.has(each._id)) return t('assign.already');
    return mayTake(each) ? each.contractor?.name : t('assign.notYours');
  };
  const toggle = (id: string): void => {
    setFailure(undefined);
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };

  const send = async (): Promise<void> => {
    if (sending) return;
    if (chosen.size === 0) {
      setFailure(t(isSite ? 'assign.nobody' : 'assign.noSite'));
      return;
    }
    setSending(true);
    setFailure(undefined);
    try {
      if (isSite) {
        await call('partyAssign', { params: { id: party._id }, body: { add: [...chosen] } });
      } else {
        const { refused, left } = await runEach([...chosen], (site) =>
          call('partyAssign', { params: { id: site }, body: { add: [party._id] } }),
        );
        // What was not done stays chosen.
        const undone = [...refused.map(({ item }) => item), ...left];
        if (undone.length > 0) {
          setChosen(new Set(undone));
          throw refused[0]?.error ?? new Error('no answer');
        }
      }
      toast.success(
        t(isSite ? 'assign.done' : 'assign.doneSites', {
          count: chosen.size,
          shown: formatNumber(chosen.size),
        }),
      );
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(isSite ? 'assign.title' : 'assign.titleSites', { name: party.name })}
    >
      <div className={dialog.fields}>
        {isSite && (
          <SegmentedControl
            fullWidth
            aria-label={t('assign.kind')}
            value={kind}
            onChange={(next) => setKind(next as PartyKind)}
            data={(['worker', 'contractor'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        )}
        <TypedFilter
          data-autofocus
          aria-label={t(isSite ? 'filters.text' : 'filters.textSite')}
          placeholder={t(isSite ? 'filters.text' : 'filters.textSite')}
          maxLength={80}
          value={text}
          onTyped={setText}
        />
        {query.isPending && <LoadingRows rows={5} height={44} />}
        {query.isError && offered.length === 0 && (
          <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && offered.length === 0 && !query.isPlaceholderData && (
          <p className={styles.nobody}>{t(text ? `empty.narrowed.${kind}` : `empty.title.${kind}`)}</p>
        )}
        {offered.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <ul className={styles.choices} aria-label={t(`kinds.${kind}`)} tabIndex={0}>
            {offered.map((each) => (
              <li key={each._id}>
                <Checkbox
                  label={each.name}
                  description={noteOf(each)}
                  checked={chosen.has(each._id) || assigned.has(each._id)}
                  disabled={assigned.has(each._id) || !mayTake(each)}
                  onChange={() => toggle(each._id)}
                />
                <Standing standing={each.standing} />
              </li>
            ))}
            {query.hasNextPage && (
              <li>
                <Button
                  variant="subtle"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('more')}
                </Button>
              </li>
            )}
          </ul>
        )}
      </div>
      <DialogFailure text={failure} />
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton variant="filled" loading={sending} onClick={() => void send()}>
          {chosen.size > 0
            ? t('assign.submit', { shown: formatNumber(chosen.size) })
            : t('assign.submitNone')}
        </WriteButton>
      </div>
    </Modal>
  );
}
