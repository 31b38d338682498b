import { contract, type EndpointName } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';

const NAMES = (Object.entries(contract) as [EndpointName, Endpoint][])
  .map(([name, { method, path }]) => ({
    name,
    method,
    variables: path.split(':').length,
    pattern: new RegExp(`^/api${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
  }))
  .sort((a, b) => a.variables - b.variables);

/** The entry of the endpoint table that a request is for. */
export function nameOf(method: string | undefined, url: string): EndpointName | undefined {
  const path = url.split('?')[0] ?? '';
  return NAMES.find((each) => each.method === method && each.pattern.test(path))?.name;
}
