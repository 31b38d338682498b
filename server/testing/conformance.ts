import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, type EndpointName } from '#shared/contract.ts';
import { openApiDocument } from '../platform/http/openapi.ts';

interface PublishedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const DOCUMENT = 'openapi.json';

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/**
 * Validates answers against `/api/openapi.json` as an independent client would: with the published document only, and a
 * validator other than zod.
 */
export function createConformance() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The answer as it is sent.
  const document = JSON.parse(JSON.stringify(openApiDocument())) as object;
  ajv.addSchema(document, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();

  /** @returns what is wrong with an answer of this endpoint; undefined where nothing is */
  return (name: EndpointName, response: Response, text: string): string | undefined => {
    const { path, method } = contract[name];
    const at = ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'responses'] as const;
    const status = String(response.status);
    const published = [...at, status].reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step],
      document,
    ) as PublishedResponse | undefined;
    if (!published) return `${status} is not in its description`;
    for (const [header, { required }] of Object.entries(published.headers ?? {})) {
      if (required && !response.headers.has(header)) return `${status} came without ${header}`;
    }
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!published.content) return text === '' ? undefined : `${status} came with a body`;
    const kind = type in published.content ? type : '*/*';
    if (!(kind in published.content)) return `${status} came as ${type || 'nothing'}`;
    if (type !== 'application/json') return undefined;
    const key = `${DOCUMENT}#${pointer(...at, status, 'content', kind, 'schema')}`;
    const validate = compiled.get(key) ?? ajv.compile({ $ref: key });
    compiled.set(key, validate);
    if (validate(JSON.parse(text))) return undefined;
    return `${status} is not as described: ${ajv.errorsText(validate.errors).slice(0, 500)}`;
  };
}
