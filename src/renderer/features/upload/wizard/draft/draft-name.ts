/** What a person is said to have entered while there is a draft of theirs (`entered.ts`): signing out asks about it. */
export const DRAFT = 'upload-draft';

/** Each person has a database of their own, which goes as a whole. */
export const draftName = (person: string): string => `legajo-draft.${person}`;

/** Erases what the wizard keeps for a person on this computer. */
export function eraseDraft(person: string): void {
  try {
    indexedDB.deleteDatabase(draftName(person));
  } catch {
    // Storage is forbidden: nothing was kept there.
  }
}
