import { errorMessage } from '../../../../api/errors.ts';
import { toast } from '../../../../components/toast.tsx';
import { i18next } from '../../../../i18n/i18n.ts';
import { isReachable } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';
import { EmptyAnswer, findRefusedStep, refusalTitle, refusedFields, stopsAll } from './refusals.ts';
import { type Created, submitAll } from './submit.ts';

const { getState: get, setState: set } = useWizard;

/** Says that documents were created. */
export function tellCreated(created: readonly Created[]): void {
  if (created.length === 0) return;
  toast.success(
    created.length === 1 ? created[0]?.title : i18next.t('upload:submit.many', { count: created.length }),
    i18next.t('upload:submit.success'),
  );
}

/** What went wrong with a document, where no field of the wizard says it. */
function sentenceOf(error: unknown, fields: Readonly<Record<string, string>>): string | undefined {
  if (stopsAll(error) || findRefusedStep(Object.keys(fields))) return undefined;
  if (fields.evidenceFor) return fields.evidenceFor;
  return error instanceof EmptyAnswer ? i18next.t('upload:submit.empty') : errorMessage(error);
}

/**
 * Creates the documents. Refused ones stay, with what was typed and the errors at their fields, or at their rows where
 * they concern no field (docs/protocols/rest.md).
 */
export async function submit(): Promise<void> {
  const state = get();
  if (state.submitting || !isReachable('confirm', state, state.step) || !state.confirmed) return;
  set({ submitting: true, sent: 0, failure: null });
  const { created, failed } = await submitAll(state, state.seed.submit, (sent) => set({ sent }));
  tellCreated(created);
  const [first] = failed;
  const stopped = failed.find(({ error }) => stopsAll(error));
  const now = get();
  const there = now.visit === state.visit && now.opened;
  const all = created.length + failed.length;
  // Of several, the dialog says how many and each row says why.
  const told = stopped ?? (all === 1 || !there ? first : undefined);
  if (told) toast.error(i18next.t(`upload:${refusalTitle(told.error)}`), told.error);
  if (!there) return;
  const madeNow = [...now.created, ...created];
  if (!first) {
    // Those that could not be uploaded from the beginning are named at the end, too.
    const refused = now.documents.filter(({ problem }) => problem);
    set({ submitting: false, created: madeNow, step: 'done', documents: refused });
    return;
  }
  const refusals = new Map(failed.map(({ id, error }) => [id, { error, fields: refusedFields(error) }]));
  const left = now.documents
    .filter(({ id, problem }) => problem || refusals.has(id))
    .map((each) => {
      const { error, fields = {} } = refusals.get(each.id) ?? {};
      return { ...each, refused: fields, failed: error ? sentenceOf(error, fields) : undefined };
    });
  const refused = refusals.get(first.id)?.fields ?? {};
  const fields = [...refusals.values()].flatMap((each) => Object.keys(each.fields));
  set({
    submitting: false,
    created: madeNow,
    documents: left,
    refused,
    failure: stopped ? null : { count: failed.length, all },
    // A folder that is gone is shown as none, and would else be sent again.
    ...('folder' in refused ? { details: { ...now.details, folder: null } } : {}),
    // Nothing of what was confirmed has to be changed where only the line or the server failed.
    confirmed: fields.length === 0,
    step: findRefusedStep(fields) ?? 'confirm',
  });
}
