import { z } from 'zod';
import * as record from '../documents/records.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { id, line, sha256 } from '../platform/primitives.ts';
import * as search from './search.schemas.ts';

/** Lists and search, and whether something is there already. */
export const searchTable = table({
  recordSearch: {
    method: 'GET',
    path: '/docs/records/search',
    summary: 'Search and lists: text, filters, facets, keyset pages',
    who: 'signed-in',
    query: search.searchQuery,
    result: search.searchResult,
  },
  recordByTitle: {
    method: 'GET',
    path: '/docs/records/by/title/:group/:title',
    summary: 'Whether a title is taken in a library, among what the caller sees',
    who: 'signed-in',
    params: z.object({ group: id, title: line(1, 200) }),
    result: record.titleTaken,
  },
  recordsByHash: {
    method: 'GET',
    path: '/docs/records/by/hash/:sha256',
    summary: 'Documents that the caller sees and that hold exactly these bytes, in a version that they see',
    who: 'signed-in',
    params: z.object({ sha256 }),
    result: z.array(record.recordRef),
    noCache: true,
  },
});
