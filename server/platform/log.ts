import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Config } from '../config.ts';
import { machineFault } from './machine-faults.ts';
import { Outages } from './outages.ts';

/** The fields of an error that are logged beside its class, message and stack. Others may hold people's data. */
const TOLD = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'status'] as const;

/** How often the same fault of the machine is logged, in milliseconds. */
const AGAIN_MS = 60_000;
/** The least level, as pino counts it, of what needs somebody. */
const ERROR_LEVEL = 50;
/** How many causes are counted at once. */
const COUNTED_MAX = 500;

/**
 * An error without its other fields: a database adds the row that it refused (`detail`), with titles, addresses and
 * passwords of queued mails. A fault of the machine has no stack, and says where it is and what can be done.
 */
function plain(dataDir: string): (error: Error) => object {
  return (error) => {
    const { type, message, stack, ...carried } = stdSerializers.err(error) as Record<string, unknown>;
    const told = TOLD.filter((field) => carried[field] !== undefined);
    const fields = Object.fromEntries(told.map((field) => [field, carried[field]]));
    const fault = machineFault(error);
    if (!fault) return { type, message, stack, ...fields };
    const { ofFolder, ofDatabase: _, ...rest } = fault;
    // A write to an open file names no path.
    const path = pathOf(error) ?? dataDir;
    return { type, message: error.message, ...fields, ...rest, ...(ofFolder ? { path } : {}) };
  };
}

function pathOf(error: unknown): string | undefined {
  const { path, cause } = error as { path?: unknown; cause?: unknown };
  if (typeof path === 'string') return path;
  return cause instanceof Error ? pathOf(cause) : undefined;
}

/**
 * What a line has in common with those that say the same; undefined where each is told. A line that names a content
 * says the same as others about that content alone, and one that names something queued is always told: nothing else
 * says which one needs care.
 */
function causeOf(about: unknown, message: unknown): string | undefined {
  const { err, outbox, sha256, problem } = (
    typeof about === 'object' && about !== null ? about : {}
  ) as Record<string, unknown>;
  if (outbox !== undefined) return undefined;
  const fault = err instanceof Error ? machineFault(err) : undefined;
  const what = fault?.code ?? problem;
  return what === undefined ? undefined : [message, what, sha256 ?? fault?.sha256].join(' ');
}

/** Whether a line is about the database not being reached. Something queued that is given up is told in any case. */
function isOutage(about: unknown, level: number): boolean {
  const { err, outbox } = (about ?? {}) as { err?: unknown; outbox?: unknown };
  if (!(err instanceof Error) || !machineFault(err)?.ofDatabase) return false;
  return outbox === undefined || level < ERROR_LEVEL;
}

/**
 * Lets through one line a minute of the same fault of the machine, or the same problem of a content: on a full disk
 * every call would write one. The next line says how many there were since (`repeated`).
 */
function onceAMinute(now: () => number, outages: Outages): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const said = new Map<string, { at: number; repeated: number }>();
  return function (args, method, level) {
    const [about, message] = args as unknown as [unknown, unknown];
    if (isOutage(about, level)) {
      const { err } = about as { err: Error };
      outages.failed({ err }, (fields, text) => method.apply(this, [fields, text] as unknown as typeof args));
      return;
    }
    const key = causeOf(about, message);
    if (key === undefined) return method.apply(this, args);
    const before = said.get(key);
    const at = now();
    if (before && at - before.at < AGAIN_MS) {
      before.repeated += 1;
      return;
    }
    said.delete(key);
    // Not all at once: where as many contents are damaged, every cause would be told anew.
    const [oldest] = said.keys();
    if (oldest !== undefined && said.size >= COUNTED_MAX) said.delete(oldest);
    said.set(key, { at, repeated: 0 });
    const more = before && before.repeated > 0 ? { repeated: before.repeated } : {};
    return method.apply(this, [{ ...(about as object), ...more }, message] as unknown as typeof args);
  };
}

/**
 * The log of a server process.
 * @param to where its lines go instead of standard output
 * @param now in milliseconds, of a clock that only goes on
 * @param outages of the database: what opens it tells them of its answers
 */
export const createLog = (
  config: Pick<Config, 'logLevel' | 'dataDir'>,
  to?: DestinationStream,
  now: () => number = () => performance.now(),
  outages: Outages = new Outages(now),
): Logger =>
  pino(
    {
      ...{ level: config.logLevel, base: null, serializers: { err: plain(config.dataDir) } },
      hooks: { logMethod: onceAMinute(now, outages) },
    },
    to ?? pino.destination(1),
  );
