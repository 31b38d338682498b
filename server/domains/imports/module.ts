import type { Kernel } from '../../platform/kernel.ts';
import type { Identity } from '../identity/module.ts';
import { createImportsService } from './imports.service.ts';

/** What an organization works with, from tables that people already have. */
export const createImports = ({ deps }: Kernel, { identity }: Identity) => ({
  imports: createImportsService(deps, identity),
});
export type Imports = ReturnType<typeof createImports>;
