import type { ApiError } from '../../platform/errors.ts';

/** What a service says of a row: the sentences of its fields, where it names them, else its message. */
export function sentenceOf({ code, details, message }: ApiError): string {
  const fields = code === 'invalid' || code === 'type_taken' ? Object.values(details ?? {}) : [];
  const said = fields.filter((each): each is string => typeof each === 'string');
  return said.length > 0 ? said.join(' ') : message;
}
