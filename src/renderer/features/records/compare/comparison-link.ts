const ID = /^[0-9a-f-]{36}$/;

/** Parses `?compare=<version>..<version>` of a document's URL. */
export function parseComparison(value: string | null): { before: string; after: string } | undefined {
  const [before = '', after = ''] = value?.split('..') ?? [];
  return ID.test(before) && ID.test(after) ? { before, after } : undefined;
}
