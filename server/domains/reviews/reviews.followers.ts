import { STATE } from '#shared/access/states.ts';
import { follow } from '../../platform/db/change.ts';
import { versionsConfirmed } from '../documents/documents.hooks.ts';
import { askToPublish } from './request-decision.ts';

/**
 * What is created to be published is asked for, as it is where that state is chosen later. Of what is created to be
 * reviewed, who reviews is told by RECORD.CREATED.
 */
export const reviewsFollowers = [
  follow(versionsConfirmed, (change, { actor, confirmed }) =>
    askToPublish(
      change,
      actor,
      confirmed
        .filter(({ first, version }) => first && version.state === STATE.pendingPublication)
        .filter(({ outcome, version }) => outcome === 'current' && version.origin !== 'sync')
        .map(({ record, version }) => ({ record: record.id, version: version.id, group: record.group_id })),
    ),
  ),
];
