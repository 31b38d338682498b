/** A list with one id in the place of another: in its order, and each once. */
export const replacedIds = (ids: readonly string[], from: string, to: string): string[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];
