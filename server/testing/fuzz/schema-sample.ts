import { z } from 'zod';

export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}

/** Values by field name, so that generated ids refer to existing things. */
export type Known = Readonly<Record<string, unknown>>;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01a2b3c4-0000-7000-8000-000000000000',
  email: 'alguien@legajo.test',
  date: '2026-11-21',
  'date-time': '2026-11-21T10:00:00Z',
};

function sampleOf(schema: JsonSchema, name: string, known: Known): unknown {
  if (name in known && schema.type !== 'object') return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (branch) return sampleOf(branch, name, known);
  if (schema.allOf) return sampleOf(Object.assign({}, ...schema.allOf) as JsonSchema, name, known);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key, known)]),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items, '', known)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return FORMATS[schema.format ?? ''] ?? 'texto de prueba'.padEnd(schema.minLength ?? 0, '.');
  }
}

/** A value that a JSON Schema accepts; `known` has values that the schema cannot describe. */
export function sample(schema: z.ZodType, known: Known): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return sampleOf(json, '', known) as Record<string, unknown>;
}
