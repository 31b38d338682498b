/**
 * The server's domains from the lowest upwards. A domain may import those on earlier lines; domains on one line do not
 * import each other. If an upper domain must react to something in a lower one, it uses a hook
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
  ['reviews', 'retention', 'compliance', 'collaborative', 'comments'],
  ['contractors', 'file-requests'],
  ['calendars'],
  ['report'],
  ['overview', 'live', 'starting', 'imports'],
];

/** Each domain with those that it must not import. */
export const domainsAbove = domainOrder.flatMap((beside, at) =>
  beside.map((domain) => [
    domain,
    [...beside.filter((other) => other !== domain), ...domainOrder.slice(at + 1).flat()],
  ]),
);
