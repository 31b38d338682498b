import { useSearchParams } from 'react-router-dom';
import { withParam } from '../../hooks/search-params.ts';

/** Opens one beside the view: it stands in the address, so that mails and notices lead there too. */
export function useOccurrenceLink(): (id: string) => string {
  const [params] = useSearchParams();
  return (id) => `?${withParam(params, 'occurrence', id)}`;
}
