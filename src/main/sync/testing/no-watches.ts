/**
 * Loaded before the command where the system does not let us lower its own limit: every folder that is to be
 * watched meets the error that the limit gives.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.watch = (path) => {
  const error = new Error(`ENOSPC: System limit for number of file watchers reached, watch '${path}'`);
  throw Object.assign(error, { code: 'ENOSPC', errno: -28, syscall: 'watch' });
};
syncBuiltinESMExports();
