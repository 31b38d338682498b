import { contract, type EndpointName } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';

/** What the page needs to know of an endpoint to call it: not its schemas, which the server checks. */
export type CallEntry = Pick<Endpoint, 'path' | 'changes' | 'noCache'> & {
  /** GET where none is given, as for most. */
  readonly method?: Endpoint['method'];
  /** Whether it needs no session. */
  readonly open?: true;
};

/**
 * The endpoint table without schemas. Builds run this module and ship its value (`scripts/lib/web-build/evaluated.ts`): the
 * schemas of all domains, and zod with them, would be a third of what a first visit loads.
 */
export const calls = Object.fromEntries(
  Object.entries(contract as Record<string, Endpoint>)
    .filter(([, { raw }]) => !raw)
    .map(([name, { method, path, who, changes, noCache }]) => [
      name,
      {
        ...(method === 'GET' ? {} : { method }),
        ...(who === 'anyone' ? { open: true } : {}),
        ...(changes ? { changes } : {}),
        ...(noCache ? { noCache } : {}),
        // Last: what repeats then stands together, which a first load compresses better.
        path,
      },
    ]),
) as Readonly<Record<EndpointName, CallEntry>>;
