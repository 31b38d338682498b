import type { Kernel } from '../../platform/kernel.ts';
import { createDepartmentsService } from './departments.service.ts';
import { createOrganizationService } from './organization.service.ts';
import { createSettingsService } from './settings.service.ts';

/** The organization itself: profile, departments, settings. */
export const createOrganization = ({ deps }: Kernel) => ({
  departments: createDepartmentsService(deps),
  organization: createOrganizationService(deps),
  settings: createSettingsService(deps),
});
export type Organization = ReturnType<typeof createOrganization>;
