import { ConfigError } from '../config.ts';

/**
 * How many files the server must be able to have open. The embedded database alone keeps some hundreds open, and every
 * connection is one more: where they run out, connections are reset by the system and nothing can be logged.
 */
const OPEN_FILES_MIN = 1024;

/** The limit of this process; undefined where the system has none, or does not tell. Node raises it to the hard limit. */
export function openFilesLimit(): number | undefined {
  const { report } = process;
  // Otherwise it looks up the names of all connections.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : undefined;
}

/** @throws ConfigError where this process may have too few files open to serve anybody */
export function requireOpenFiles(limit: number | undefined = openFilesLimit()): void {
  if (limit === undefined || limit >= OPEN_FILES_MIN) return;
  throw new ConfigError(
    `This process may have only ${limit} files open, and needs ${OPEN_FILES_MIN}: ` +
      'raise its hard limit (ulimit -Hn, LimitNOFILE of systemd, ulimits of a container).',
  );
}
