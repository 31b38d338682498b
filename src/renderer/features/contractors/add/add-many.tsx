import { Button, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartyKind } from '#shared/contractors/party.ts';
import { call } from '../../../api/client.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { DialogFailure } from '../../../components/dialog-parts.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { useUnsent } from '../../../hooks/unsent.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { type Chosen, ContractorSelect } from '../contractor-select.tsx';
import styles from './add.module.css';
import { type PastedRow, parsePasted } from './pasted.ts';
import { MadeList, PastedPreview } from './pasted-preview.tsx';
import { useEmployers } from './use-employers.ts';
import type { usePlace } from './use-place.ts';

/** What the server has answered to what was sent. */
interface Answer {
  readonly made: readonly { readonly _id: string; readonly name: string }[];
  /** Its sentences, by the line that was refused. */
  readonly refused: ReadonlyMap<string, string>;
}
const NOTHING: Answer = { made: [], refused: new Map() };

/** Adds everybody of a list that was copied from a spreadsheet. Who is not added stays in the text to be corrected. */
export function AddMany({
  kind,
  group,
  contractor: first,
  place,
  onClose,
}: {
  kind: PartyKind;
  group: string;
  contractor: Chosen | null;
  place: ReturnType<typeof usePlace>;
  onClose: () => void;
}) {
  const { t } = useTranslation('contractors');
  const pasted = useUnsent(`parties-pasted ${kind} ${first?._id ?? ''}`, '');
  const [contractor, setContractor] = useState(first);
  const [answer, setAnswer] = useState(NOTHING);
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const text = pasted.value;
  const { head, rows: read } = useMemo(() => parsePasted(text), [text]);
  const employers = useEmployers(kind === 'worker' && read.some((row) => row.contractor !== null));
  const rows = read.map((row) =>
    row.fault ||
    row.contractor === null ||
    kind !== 'worker' ||
    employers.waits ||
    employers.idOf(row.contractor)
      ? row
      : { ...row, fault: 'contractor' as const },
  );
  const good = rows.filter(({ fault }) => fault === null);

  const send = async (): Promise<void> => {
    if (sending) return;
    setFailure(undefined);
    if (good.length === 0) {
      setFailure(t(rows.length === 0 ? 'add.nothing' : 'add.allFaulty'));
      return;
    }
    setSending(true);
    try {
      const items = good.map(({ name, rut, email, contractor: employer }) => ({
        name,
        rut,
        email,
        contractor: (employer === null ? contractor?._id : employers.idOf(employer)) ?? null,
      }));
      const { items: results } = await call('partiesCreate', { body: { kind, group, ...place.body, items } });
      const made: { _id: string; name: string }[] = [];
      const refused = new Map<string, string>();
      for (const [at, row] of good.entries()) {
        const result = results[at];
        if (result?.ok) made.push({ _id: result.party, name: row.name });
        else refused.set(row.line, result?.error.message ?? t('common:errors.generic'));
      }
      setAnswer((before) => ({ made: [...before.made, ...made], refused }));
      const left = rows.filter(({ fault, line }) => fault !== null || refused.has(line));
      if (left.length === 0) pasted.forget();
      else pasted.set([...(head === null ? [] : [head]), ...left.map(({ line }) => line)].join('\n'));
    } catch (error) {
      setFailure(Object.values(fieldErrors(error))[0] ?? errorMessage(error));
    } finally {
      setSending(false);
    }
  };
  const faultOf = ({ fault, twin, line }: PastedRow): string | undefined =>
    fault ? t(`faults.${fault}`, { row: twin }) : answer.refused.get(line);

  return (
    <>
      <div className={`${dialog.fields} ${styles.below}`}>
        {kind === 'worker' && <ContractorSelect value={contractor} onChange={setContractor} />}
        <Textarea
          label={t('add.paste')}
          placeholder={t(`add.example.${kind}`)}
          classNames={{ input: styles.cells ?? '' }}
          value={text}
          autosize
          minRows={4}
          maxRows={10}
          wrap="off"
          spellCheck={false}
          readOnly={sending}
          data-autofocus
          onChange={(event) => {
            setFailure(undefined);
            pasted.set(event.currentTarget.value);
          }}
          {...fieldProps({ hint: t(kind === 'worker' ? 'add.pasteHintWorker' : 'add.pasteHint') })}
        />
        <MadeList made={answer.made} left={rows.length} />
        {rows.length > 0 && <PastedPreview rows={rows} faultOf={faultOf} employers={kind === 'worker'} />}
      </div>
      <DialogFailure text={failure} />
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t(answer.made.length > 0 ? 'common:close' : 'common:cancel')}</Button>
        {(rows.length > 0 || answer.made.length === 0) && (
          <WriteButton
            variant="filled"
            loading={sending}
            disabled={place.waits || employers.waits}
            onClick={() => void send()}
          >
            {good.length > 1 ? t('add.submitMany', { shown: formatNumber(good.length) }) : t('add.submit')}
          </WriteButton>
        )}
      </div>
    </>
  );
}
