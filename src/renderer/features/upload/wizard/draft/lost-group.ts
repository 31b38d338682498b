import { endpointQuery } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { i18next } from '../../../../i18n/i18n.ts';

/** Names of the libraries that could be chosen: one that is lost is in no list any more. */
const names = new Map<string, string>();

export function rememberNames(groups: readonly { _id: string; name: string }[]): void {
  for (const { _id, name } of groups) names.set(_id, name);
}

/** Says that this person may no longer upload into a library that was chosen. */
export const lostGroup = (group: string): string => {
  const name = names.get(group);
  return name === undefined
    ? i18next.t('upload:details.groupLostUnnamed')
    : i18next.t('upload:details.groupLost', { name });
};

const CODES: readonly string[] = ['forbidden', 'not_found'];

/**
 * A refusal as it is, or with the library named where the reason is that this person may no longer upload into it. The
 * library's sentence is then at its field.
 */
export async function withLostGroup(error: unknown, group: string | null): Promise<unknown> {
  if (!group || !(error instanceof ApiError) || !CODES.includes(error.code)) return error;
  // Fresh, and for the field too, which then offers it no more.
  const fresh = { ...endpointQuery('groupsByMember', {}), staleTime: 0 };
  const groups = await queryClient.fetchQuery(fresh).catch(() => undefined);
  if (!groups || groups.some(({ _id, roles }) => _id === group && roles?.includes('upload'))) return error;
  const sentence = lostGroup(group);
  return new ApiError(error.status, 'invalid', sentence, { group: sentence });
}
