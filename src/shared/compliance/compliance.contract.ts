import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as compliance from './compliance.schemas.ts';

const byId = z.object({ id });

/** Rules of folders, and how folders stand by them. */
export const complianceTable = table({
  rulesByFolder: {
    method: 'GET',
    path: '/docs/rules/by/folder/:id',
    summary: 'The rules that are kept in a folder',
    who: 'signed-in',
    params: byId,
    result: compliance.rulesOfFolder,
  },
  ruleCreate: {
    method: 'POST',
    path: '/docs/rules',
    summary: 'Give a folder a rule',
    who: 'signed-in',
    body: compliance.ruleCreate,
    result: compliance.rule,
    status: 201,
    changes: ['compliance'],
    errors: ['archived', 'label_not_assignable'],
  },
  ruleUpdate: {
    method: 'PUT',
    path: '/docs/rules/:id',
    summary: 'Change a rule, its exemptions, or whether it is active',
    who: 'signed-in',
    params: byId,
    body: compliance.ruleUpdate,
    result: compliance.rule,
    changes: ['compliance'],
    errors: ['archived', 'rev_changed', 'label_not_assignable'],
  },
  ruleDelete: {
    method: 'DELETE',
    path: '/docs/rules/:id',
    summary: 'Take a rule away; its history stays',
    who: 'signed-in',
    params: byId,
    result: done,
    changes: ['compliance'],
    errors: ['archived'],
  },
  complianceByFolder: {
    method: 'GET',
    path: '/docs/compliance/by/folder/:id',
    summary: 'How a folder stands, rule by rule; on another day where one is given',
    who: 'signed-in',
    params: byId,
    query: compliance.complianceQuery,
    result: compliance.folderCompliance,
  },
  complianceByGroup: {
    method: 'GET',
    path: '/docs/compliance/by/group/:group',
    summary: 'The colours of all folders of a library',
    who: 'signed-in',
    params: z.object({ group: id }),
    query: compliance.complianceQuery,
    result: compliance.groupCompliance,
  },
  complianceOpen: {
    method: 'GET',
    path: '/docs/compliance/open',
    summary: 'Folders in which something is missing or soon will be, the longest due first, each with why',
    who: 'signed-in',
    query: compliance.openFoldersQuery,
    result: compliance.openFolders,
  },
});
