import { z } from 'zod';
import { directoryGroup, libraryRole } from '../access/access.schemas.ts';
import { id, moment, named, person } from '../platform/primitives.ts';
import { parseRut } from './rut.ts';

export const rut = z
  .string()
  .max(16)
  .transform((text, context) => {
    const parsed = parseRut(text);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: 'rut' });
    return z.NEVER;
  });

/** A person as others see them. E-mail and the fields after it are given only to admins, and to the person themself. */
export const user = person.extend({
  enabled: z.boolean(),
  email: z.string().optional(),
  rut: z.string().nullable().optional(),
  department: named.nullable().optional(),
  roles: z.array(directoryGroup).optional(),
  lastSignInAt: moment.nullable().optional(),
});
export type User = z.infer<typeof user>;

export const department = named.extend({ parent: id.nullable(), head: person.nullable() });
export type Department = z.infer<typeof department>;

export const group = named.extend({
  description: z.string(),
  /** The caller's own roles in it; absent where they are no member. */
  roles: z.array(libraryRole).optional(),
  member: z.boolean(),
  /** Since when it is archived. Its members may still read; their `roles` are empty. */
  archivedAt: moment.nullable(),
  defaultLabels: z.array(id),
  createdAt: moment,
  /** Documents that the caller sees in it. */
  records: z.number().int(),
});
export type Group = z.infer<typeof group>;

export const memberRoles = z.object({
  roles: z
    .array(libraryRole)
    .max(3)
    .transform((roles) => [...new Set(roles)]),
});
export const member = z.object({ user: person, roles: z.array(libraryRole) });
export type Member = z.infer<typeof member>;
