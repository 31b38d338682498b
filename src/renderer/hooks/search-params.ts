/** The query string with one filter changed or removed. */
export function withParam(before: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(before);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
