import { useSearchParams } from 'react-router-dom';
import { filtersOf, isSearching, libraryOf } from './filters.ts';
import { LibrariesIndex } from './libraries-index.tsx';
import { LibraryManager } from './library-manager.tsx';
import { SearchResults } from './search-results.tsx';

/** One route, three looks: all libraries, one library folder by folder, or what a search found. */
export function Screen() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const library = libraryOf(filters);
  if (library) return <LibraryManager key={library} group={library} filters={filters} />;
  return isSearching(filters) ? <SearchResults filters={filters} /> : <LibrariesIndex />;
}
