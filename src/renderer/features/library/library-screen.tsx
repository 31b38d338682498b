import './catalogue.ts';
import { useSearchParams } from 'react-router-dom';
import { filtersOf, isSearching, libraryOf } from './filters.ts';
import { SearchResults } from './finding/search-results.tsx';
import { OpenFolders } from './folders/open-folders.tsx';
import { LibrariesIndex } from './libraries-index.tsx';
import { LibraryManager } from './library-manager.tsx';

/** One route with four views: all libraries, one library by folder, search results, or folders that lack something. */
export function Screen() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  if (params.get('view') === 'open') return <OpenFolders group={filters.group} />;
  const library = libraryOf(filters);
  if (library) return <LibraryManager key={library} group={library} filters={filters} />;
  return isSearching(filters) ? <SearchResults filters={filters} /> : <LibrariesIndex />;
}
