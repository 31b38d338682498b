/** The list with one id replaced by another: in its order, each once. */
export const replacedIds = (ids: readonly string[], from: string, to: string): string[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];
