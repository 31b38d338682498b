import { useMemo } from 'react';
import type { Label, UsedLabel } from '#shared/labels/labels.schemas.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { type Document, uploadableDocuments } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';

/** How many of each kind are offered: more would have to be read before one is chosen. */
const SHOWN = { text: 5, place: 6 } as const;
/** Words that are in every text say nothing about it. */
const WORD_MIN = 3;

/** "Contratos" and "contrato", "Planes" and "plan" are one word here: its plural's ending is dropped. */
const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(?<=[aeiou])s$|(?<=[lnrdjy])es$/u, '') : word;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_MIN)
    .map(stemOf);

/** Labels all of whose name's words are in a document's title, file name or text. */
export function labelsInText(labels: readonly Label[], { title, file, said }: Document): Label[] {
  const words = new Set(wordsOf(`${title} ${file.name} ${said?.title ?? ''} ${said?.text ?? ''}`));
  return labels.filter(({ name }) => {
    const named = wordsOf(name);
    return named.length > 0 && named.every((word) => words.has(word));
  });
}

/** How far from the root a label is: the further, the more it says. */
const depthOf = ({ parent, rootParent }: Label): number =>
  parent ? (parent._id === rootParent?._id ? 1 : 2) : 0;

/** The labels in the documents' texts, those of most documents first, and of as many the more particular ones. */
export function labelsInTexts(labels: readonly Label[], documents: readonly Document[]): Label[] {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const { _id } of labelsInText(labels, document)) counts.set(_id, (counts.get(_id) ?? 0) + 1);
  }
  return labels
    .filter(({ _id }) => counts.has(_id))
    .sort((a, b) => (counts.get(b._id) ?? 0) - (counts.get(a._id) ?? 0) || depthOf(b) - depthOf(a));
}

/** One kind of suggestions: what stands above them, and the labels. */
export interface Suggestions {
  readonly because: 'text' | UsedLabel['where'];
  readonly labels: readonly Label[];
}

/** What fits the documents, and what is used where they go. Never empty where the library has a label to choose. */
export function useSuggestedLabels(chosen: readonly Label[]): Suggestions[] {
  const draft = useWizard();
  const { group, folder } = draft.details;
  const enabled = group !== null;
  const all = useEndpoint('labels', { query: { group: group ?? '' } }, { enabled });
  const used = useEndpoint(
    'labelsUsed',
    { query: { group: group ?? '', ...(folder ? { folder } : {}) } },
    { enabled },
  );
  const free = (label: Label): boolean => !chosen.some(({ _id }) => _id === label._id);
  const inTexts = labelsInTexts(all.data ?? [], uploadableDocuments(draft))
    .filter(free)
    .slice(0, SHOWN.text);
  const inPlace = (used.data ?? [])
    .filter(({ label }) => free(label) && !inTexts.some(({ _id }) => _id === label._id))
    .slice(0, SHOWN.place);
  const [first] = inPlace;
  return [
    ...(inTexts.length > 0 ? [{ because: 'text' as const, labels: inTexts }] : []),
    ...(first
      ? [
          {
            // A library's root is no folder to its people.
            because: first.where === 'folder' && folder === null ? 'library' : first.where,
            labels: inPlace.map(({ label }) => label),
          } as const,
        ]
      : []),
  ];
}

/** The labels in one document's text that it does not have yet. */
export function useLabelsInText(document: Document, has: readonly Label[]): Label[] {
  const group = useWizard(({ details }) => details.group);
  const all = useEndpoint('labels', { query: { group: group ?? '' } }, { enabled: group !== null });
  // A text is long, and there may be hundreds of documents.
  const inText = useMemo(() => labelsInText(all.data ?? [], document), [all.data, document]);
  return inText.filter((label) => !has.some(({ _id }) => _id === label._id)).slice(0, SHOWN.text);
}
