import { isRecordState, type RecordState } from '#shared/access/states.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { useUnsent } from '../../../hooks/unsent.ts';

/** A file, and the version that its person had before them when they chose it: the one that it is an edit of. */
interface ChosenFile {
  readonly file: File;
  readonly base: { readonly _id: string; readonly number: number };
}

const NO_FILE: ChosenFile | null = null;

export interface BegunDecision {
  readonly comment: string;
  /** The state, with the version that it was chosen for. */
  readonly chosen: string;
  readonly file: ChosenFile | null;
}

/**
 * A decision that was begun: its words, what was chosen, and the file of a new version. It is there again where its person
 * looks at the document meanwhile, or where their session ends. What was chosen is about one version in one state, and is
 * given up with them.
 */
export function useDecisionDraft(record: Record) {
  const version = record.currentVersion;
  const words = useUnsent(`review ${record._id}`, '');
  const about = `${version?._id} ${version?.state} `;
  const chosen = useUnsent(`review ${record._id} state`, '');
  const chosenFile = useUnsent<ChosenFile | null>(`review ${record._id} file`, NO_FILE);
  const state = chosen.value.startsWith(about) ? Number(chosen.value.slice(about.length)) : undefined;
  const nothing = words.value.trim() === '' && state === undefined && chosenFile.value === NO_FILE;
  const forget = (): void => {
    for (const each of [words, chosen, chosenFile]) each.forget();
  };
  return {
    state:
      state !== undefined && isRecordState(state) && record.may.states.includes(state) ? state : undefined,
    setState: (next: RecordState | undefined): void =>
      chosen.set(next === undefined ? '' : `${about}${next}`),
    comment: words.value,
    setComment: words.set,
    file: chosenFile.value?.file ?? null,
    /** The version that the file is an edit of. */
    base: chosenFile.value?.base,
    setFile: (file: File | null): void =>
      chosenFile.set(
        file && version ? { file, base: { _id: version._id, number: version.number } } : NO_FILE,
      ),
    forget,
    /** What was begun, for `put`; undefined where nothing was. */
    begun: nothing ? undefined : { comment: words.value, chosen: chosen.value, file: chosenFile.value },
    /** Brings back what was begun. */
    put(begun: BegunDecision): void {
      words.set(begun.comment);
      chosen.set(begun.chosen);
      chosenFile.set(begun.file);
    },
  };
}
