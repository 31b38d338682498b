import { follow } from '../../platform/db/change.ts';
import { versionsConfirmed } from '../documents/documents.hooks.ts';
import { askForNew } from './request-decision.ts';

/** What is created in a state in which it waits is asked for, as it is where the state is chosen later. */
export const reviewsFollowers = [
  follow(versionsConfirmed, (change, { actor, confirmed }) =>
    askForNew(
      change,
      actor,
      confirmed
        .filter(({ first, outcome, version }) => first && outcome === 'current' && version.origin !== 'sync')
        .map(({ record, version }) => ({
          record: record.id,
          version: version.id,
          group: record.group_id,
          state: version.state,
        })),
    ),
  ),
];
