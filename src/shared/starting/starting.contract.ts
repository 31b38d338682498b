import { z } from 'zod';
import { table } from '../platform/endpoint.ts';
import * as starting from './starting.schemas.ts';

/** How an organization is set up. */
export const startingTable = table({
  firstSteps: {
    method: 'GET',
    path: '/start/steps',
    summary: 'How far the organization is set up',
    who: 'admin',
    result: starting.firstSteps,
  },
  firstStepsUpdate: {
    method: 'PUT',
    path: '/start/steps',
    summary: 'Put the list of first steps away for all admins, or show it again',
    who: 'admin',
    body: starting.firstStepsUpdate,
    result: starting.firstSteps,
    changes: ['start'],
  },
  starterSets: {
    method: 'GET',
    path: '/start/sets',
    summary: 'The starter sets, by kind of company',
    who: 'admin',
    result: z.array(starting.starterSetSummary),
  },
  starterSet: {
    method: 'GET',
    path: '/start/sets/:key',
    summary: 'What a starter set would make, and what of it is there already',
    who: 'admin',
    params: starting.setByKey,
    result: starting.starterSet,
    noCache: true,
  },
  starterSetApply: {
    method: 'POST',
    path: '/start/sets/:key',
    summary: 'Make what was chosen of a starter set, all or nothing; what is there already stays as it is',
    who: 'admin',
    params: starting.setByKey,
    body: starting.starterSetApply,
    result: starting.starterSetApplied,
    status: 201,
    changes: ['types', 'labels', 'libraries', 'calendars'],
    errors: ['archived', 'name_taken'],
  },
});
