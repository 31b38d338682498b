import { useSearchParams } from 'react-router-dom';
import { withParam } from '../../hooks/search-params.ts';

/** Opens a due day beside the view. Its id is in the URL, so that mails and notifications can link to it. */
export function useOccurrenceLink(): (id: string) => string {
  const [params] = useSearchParams();
  return (id) => `?${withParam(params, 'occurrence', id)}`;
}
