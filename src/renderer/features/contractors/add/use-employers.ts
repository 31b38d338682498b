import { useEffect, useMemo } from 'react';
import { parseRut } from '#shared/people/rut.ts';
import { foldText } from '#shared/platform/texts/text.ts';
import { useParties } from '../queries.ts';

/** All contractors that the person knows of, by their names and RUTs as people write them. */
export function useEmployers(wanted: boolean): {
  /** They are still being loaded. */
  readonly waits: boolean;
  idOf(text: string): string | undefined;
} {
  const { query, items } = useParties({ kind: 'contractor' }, { enabled: wanted, limit: 200 });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (wanted && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [wanted, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const byKey = useMemo(
    () =>
      new Map(
        items.flatMap(({ _id, name, rut }): [string, string][] => [
          [foldText(name), _id],
          ...(rut ? ([[rut, _id]] as [string, string][]) : []),
        ]),
      ),
    [items],
  );
  return {
    waits: wanted && (query.isPending || hasNextPage),
    idOf: (text) => byKey.get(parseRut(text) ?? foldText(text)),
  };
}
