import { z } from 'zod';
import { code, title } from '../documents/records.schemas.ts';
import { fileName } from '../platform/files/file-name.ts';
import { AUTHORS_MAX, TEMPLATE_BYTES_MAX, TEMPLATE_NAME } from '../platform/limits.ts';
import { byteSize, id, line, moment, person } from '../platform/primitives.ts';
import { BUILT_IN_TEMPLATES } from './document-templates.ts';

/** POST docs/collaborative: what the dashboard's card sends. */
export const collaborativeCreate = z.object({
  title,
  group: id,
  folder: id.nullable().default(null),
  /** A built-in template by name, or one of the organization's own by id. */
  template: z.union([z.enum(BUILT_IN_TEMPLATES), id]),
  /** The people who write with the caller. The caller is always an author. */
  authors: z
    .array(id)
    .max(AUTHORS_MAX - 1)
    .default([])
    .transform((ids) => [...new Set(ids)]),
  code: code.nullable().default(null),
});
export type CollaborativeCreate = z.output<typeof collaborativeCreate>;

/** A template of the organization's own. */
export const documentTemplate = z.object({
  _id: id,
  name: z.string(),
  file: z.object({ name: z.string(), size: byteSize }),
  /** The variables as they are written in it; each is filled in when a document is made. */
  variables: z.array(z.string()),
  /** Names between braces that are no known variable: they stay as they are written. */
  unknown: z.array(z.string()),
  updatedBy: person,
  updatedAt: moment,
  rev: z.number().int(),
});
export type DocumentTemplate = z.infer<typeof documentTemplate>;

export const templateName = line(TEMPLATE_NAME.min, TEMPLATE_NAME.max);
/** A whole file in the call: templates are small, and a refused one is not stored. */
const templateFile = z.object({
  name: fileName,
  data: z.base64().max(Math.ceil(TEMPLATE_BYTES_MAX / 3) * 4),
});
export const templateCreate = z.object({ name: templateName, file: templateFile });
export const templateUpdate = z.object({
  /** The rev that the person saw: the optimistic lock. */
  rev: z.number().int().min(0),
  name: templateName.optional(),
  file: templateFile.optional(),
});
export type TemplateCreate = z.output<typeof templateCreate>;
export type TemplateUpdate = z.output<typeof templateUpdate>;
