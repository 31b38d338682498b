import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, type EndpointName } from '#shared/contract.ts';
import { openApiDocument } from '../../platform/http/openapi.ts';

interface PublishedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

const DOCUMENT = 'openapi.json';

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** What the document says of the answers of an endpoint with one status. */
interface Description {
  readonly headers: readonly string[];
  readonly content: PublishedResponse['content'];
  /** Made when the first answer needs it. */
  validate?: ValidateFunction;
}

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
  /** By the text of the schema: the errors of all endpoints are described alike, and compiling costs most. */
  const compiled = new Map<string, ValidateFunction>();
  const descriptions = new Map<string, Description | undefined>();

  const stepsTo = (name: EndpointName, status: number): string[] => {
    const { path, method } = contract[name];
    return ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'responses', String(status)];
  };

  function describe(name: EndpointName, status: number): Description | undefined {
    const published = stepsTo(name, status).reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step],
      document,
    ) as PublishedResponse | undefined;
    if (!published) return undefined;
    const headers = Object.entries(published.headers ?? {}).flatMap(([header, { required }]) =>
      required ? [header] : [],
    );
    return { headers, content: published.content };
  }

  function compile(schema: object | undefined, at: string): ValidateFunction {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile({ $ref: at });
    compiled.set(text, validate);
    return validate;
  }

  /** @returns what is wrong with an answer of this endpoint; undefined where nothing is */
  return (name: EndpointName, response: Response, text: string): string | undefined => {
    const { status } = response;
    const key = `${name} ${status}`;
    if (!descriptions.has(key)) descriptions.set(key, describe(name, status));
    const description = descriptions.get(key);
    if (!description) return `${status} is not in its description`;
    const { headers, content } = description;
    for (const header of headers)
      if (!response.headers.has(header)) return `${status} came without ${header}`;
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!content) return text === '' ? undefined : `${status} came with a body`;
    const kind = type in content ? type : '*/*';
    if (!(kind in content)) return `${status} came as ${type || 'nothing'}`;
    if (type !== 'application/json') return undefined;
    const at = `${DOCUMENT}#${pointer(...stepsTo(name, status), 'content', kind, 'schema')}`;
    description.validate ??= compile(content[kind]?.schema, at);
    const { validate } = description;
    if (validate(JSON.parse(text))) return undefined;
    return `${status} is not as described: ${ajv.errorsText(validate.errors).slice(0, 500)}`;
  };
}
