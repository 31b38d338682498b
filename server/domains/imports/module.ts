import type { Kernel } from '../../platform/kernel.ts';
import { createImportsService } from './imports.service.ts';

/** What an organization works with, from tables that people already have. */
export const createImports = ({ deps }: Kernel) => ({ imports: createImportsService(deps) });
export type Imports = ReturnType<typeof createImports>;
