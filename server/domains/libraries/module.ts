import type { Kernel } from '../../platform/kernel.ts';
import { createGroupsService } from './groups.service.ts';
import { createMembersService } from './members.service.ts';

/** Libraries and their members. */
export const createLibraries = ({ deps }: Kernel) => ({
  groups: createGroupsService(deps),
  members: createMembersService(deps),
});
export type Libraries = ReturnType<typeof createLibraries>;
