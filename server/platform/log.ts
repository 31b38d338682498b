import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Config } from '../config.ts';

/** What is told of an error beside its class, message and stack; the rest of it may be somebody's words. */
const TOLD = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'status'] as const;

/**
 * An error without what it carries: a database gives the row that it refused (`detail`), with its titles, addresses and
 * passwords on their way to a mail.
 */
function plain(error: Error): object {
  const { type, message, stack, ...carried } = stdSerializers.err(error) as Record<string, unknown>;
  const told = TOLD.filter((field) => carried[field] !== undefined);
  return { type, message, stack, ...Object.fromEntries(told.map((field) => [field, carried[field]])) };
}

/** The log of a server process. @param to where its lines go instead of the standard output */
export const createLog = (config: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger =>
  pino({ level: config.logLevel, base: null, serializers: { err: plain } }, to ?? pino.destination(1));
