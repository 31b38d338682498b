const ID = /^[0-9a-f-]{36}$/;

/** `?compare=<version>..<version>` of a document: which two are compared. */
export function parseComparison(value: string | null): { before: string; after: string } | undefined {
  const [before = '', after = ''] = value?.split('..') ?? [];
  return ID.test(before) && ID.test(after) ? { before, after } : undefined;
}
