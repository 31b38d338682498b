/**
 * The rooms of the server from the lowest upwards. A domain may import those before it and none after; of those in one
 * line none knows another. What an upper one has to do when something happens in a lower one, it does by a hook
 * (server/platform/db/hooks.ts, decision 0049).
 */
export const domainOrder = [
  ['access'],
  ['organization'],
  ['audit'],
  ['identity'],
  ['libraries'],
  ['people'],
  ['keeping'],
  ['documents'],
  ['labels', 'search', 'sync-feed', 'notifications'],
  ['reviews', 'retention', 'compliance', 'collaborative'],
  ['calendars'],
  ['report'],
  ['overview', 'live'],
];

/** Each domain with those that it may not import. */
export const domainsAbove = domainOrder.flatMap((beside, at) =>
  beside.map((domain) => [
    domain,
    [...beside.filter((other) => other !== domain), ...domainOrder.slice(at + 1).flat()],
  ]),
);
