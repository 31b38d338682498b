import { z } from 'zod';
import { DIRECTORY_GROUPS, LIBRARY_ROLES } from './roles.ts';
import { SCOPES } from './scopes.ts';
import { isRecordState } from './states.ts';

export const directoryGroup = z.enum(DIRECTORY_GROUPS);
export const scope = z.enum(SCOPES);
export const libraryRole = z.enum(LIBRARY_ROLES);
/** A state's number, 0 to 6 (docs/domain/states-and-versions.md). */
export const recordState = z.number().int().min(0).max(6).refine(isRecordState);

/** Query strings hold lists as text. */
export const queryStates = z
  .string()
  .regex(/^[0-6](,[0-6])*$/)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(recordState));
