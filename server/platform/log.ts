import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from '../config.ts';

/** The fields of an error that are logged beside its class, message and stack. Others may hold people's data. */
const TOLD = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'status'] as const;

/**
 * An error without its other fields: a database adds the row that it refused (`detail`), with titles, addresses and
 * passwords of queued mails.
 */
function plain(error: Error): object {
  const { type, message, stack, ...carried } = stdSerializers.err(error) as Record<string, unknown>;
  const told = TOLD.filter((field) => carried[field] !== undefined);
  return { type, message, stack, ...Object.fromEntries(told.map((field) => [field, carried[field]])) };
}

/** The log of a server process. @param to where its lines go instead of standard output */
export const createLog = (config: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger =>
  pino({ level: config.logLevel, base: null, serializers: { err: plain } }, to ?? pino.destination(1));
