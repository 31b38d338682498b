import { z } from 'zod';
import * as bin from '../schemas/bin.ts';
import { done, id } from '../schemas/primitives.ts';
import { table } from './endpoint.ts';

const byId = z.object({ id });

/** What was deleted and is not yet gone. */
export const binTable = table({
  bin: {
    method: 'GET',
    path: '/docs/bin',
    summary: 'What lies in the bin, last deleted first',
    who: 'admin',
    query: bin.binQuery,
    result: bin.binPage,
  },
  binRestore: {
    method: 'PUT',
    path: '/docs/bin/restore',
    summary: 'Bring a document back to its folder; an admin, or for 60 s whoever deleted it',
    who: 'signed-in',
    body: bin.binRestore,
    result: bin.binRestored,
    drops: ['folders', 'dashboard', 'bin'],
    errors: ['archived'],
  },
  binPurge: {
    method: 'DELETE',
    path: '/docs/bin/:id',
    summary: 'Delete a document for good',
    who: 'admin',
    params: byId,
    result: done,
    drops: ['bin'],
    errors: ['retained', 'held'],
  },
});
