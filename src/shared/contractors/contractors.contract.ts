import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { tableFile } from '../platform/files/table-file.ts';
import { done, id } from '../platform/primitives.ts';
import * as contractors from './contractors.schemas.ts';

const byId = z.object({ id });

/** Contractors, their workers and the sites where they work, each with a folder of its own (docs/domain/contractors.md). */
export const contractorsTable = table({
  parties: {
    method: 'GET',
    path: '/docs/parties',
    summary: 'Contractors, workers and sites of one’s libraries, by name, and how each stands by its rules',
    who: 'signed-in',
    query: contractors.partiesQuery,
    result: contractors.parties,
  },
  partiesCreate: {
    method: 'POST',
    path: '/docs/parties',
    summary: 'Make up to 200 of one kind, each with a folder; a result each',
    who: 'signed-in',
    body: contractors.partiesCreate,
    result: contractors.partiesCreated,
    changes: ['parties', 'folders'],
    errors: ['archived'],
  },
  partyAdopt: {
    method: 'POST',
    path: '/docs/parties/adopt',
    summary: 'Make a folder that exists the folder of a contractor, a worker or a site',
    who: 'signed-in',
    body: contractors.partyAdopt,
    result: contractors.party,
    status: 201,
    changes: ['parties'],
    errors: ['archived', 'conflict'],
  },
  partyExport: {
    method: 'GET',
    path: '/docs/parties/export',
    summary:
      'What each owes, requirement by requirement, as a table: of a site, of a library, or of all that one sees',
    who: 'signed-in',
    query: contractors.partyExport,
    result: tableFile,
    noCache: true,
    heavy: true,
  },
  partyGet: {
    method: 'GET',
    path: '/docs/parties/:id',
    summary: 'A contractor, a worker or a site, with what it owes',
    who: 'signed-in',
    params: byId,
    result: contractors.partyDetail,
  },
  partyUpdate: {
    method: 'PUT',
    path: '/docs/parties/:id',
    summary: 'Change its name, which is its folder’s, or what is written about it',
    who: 'signed-in',
    params: byId,
    body: contractors.partyUpdate,
    result: contractors.party,
    changes: ['parties', 'folders'],
    errors: ['archived', 'rev_changed', 'name_taken', 'conflict'],
  },
  partyEnd: {
    method: 'PUT',
    path: '/docs/parties/:id/ended',
    summary: 'Say that somebody no longer works here, or does again; their folder stays',
    who: 'signed-in',
    params: byId,
    body: contractors.partyEnded,
    result: contractors.party,
    changes: ['parties'],
    errors: ['archived', 'conflict'],
  },
  partyDelete: {
    method: 'DELETE',
    path: '/docs/parties/:id',
    summary: 'Take it off the list; its folder and documents stay',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['parties'],
    errors: ['archived', 'conflict'],
  },
  partyAssign: {
    method: 'PUT',
    path: '/docs/parties/:id/assignments',
    summary: 'Assign contractors and workers to a site, and take them off it',
    who: 'signed-in',
    params: byId,
    body: contractors.assignments,
    result: contractors.party,
    changes: ['parties'],
    errors: ['archived'],
  },
  partyGate: {
    method: 'GET',
    path: '/docs/parties/:id/gate',
    summary: 'Who may enter a site now: yes, no or unknown, and why',
    who: 'signed-in',
    params: byId,
    query: contractors.gateQuery,
    result: contractors.gate,
    noCache: true,
  },
});
