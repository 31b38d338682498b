import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createAccessLinksService } from './access-links.service.ts';
import { createPeopleExportService } from './people-export.service.ts';
import { createPeopleImportService } from './people-import.service.ts';
import { createProfileService } from './profile.service.ts';
import { createUsersService } from './users.service.ts';

/** The people of an organization, and what they may change of themselves. */
export const createPeople = ({ deps }: Kernel, { identity }: Identity) => ({
  users: createUsersService(deps, identity),
  peopleImport: createPeopleImportService(deps, identity),
  peopleExport: createPeopleExportService(deps),
  accessLinks: createAccessLinksService(deps),
  profile: createProfileService(deps, identity),
});
export type People = ReturnType<typeof createPeople>;
