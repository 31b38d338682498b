import { parseArgs } from 'node:util';
import { email } from '#shared/platform/primitives.ts';
import { argumentWords, oneLine, t } from './cli-words.ts';

/** What was given is missing or wrong. The command ends with code 2, and its message says why. */
export class UsageError extends Error {
  readonly withHelp: boolean;

  constructor(message: string, withHelp = false) {
    super(message);
    this.name = 'UsageError';
    this.withHelp = withHelp;
  }
}

/** In seconds. Where not all folders can be watched, everything is compared twenty times as often (`watching.ts`). */
const LEAST_RESCAN = 5;

/** Answers to one question. */
const OPPOSITES = [
  ['accept-deletes', 'restore-deletes'],
  ['fetch-current', 'send-earlier'],
] as const;

function parse() {
  try {
    return parseArgs({
      options: {
        server: { type: 'string' },
        root: { type: 'string' },
        user: { type: 'string' },
        code: { type: 'string' },
        library: { type: 'string', multiple: true, default: [] },
        once: { type: 'boolean', default: false },
        state: { type: 'string' },
        settle: { type: 'string', default: '2000' },
        distance: { type: 'string', default: '30000' },
        unfinished: { type: 'string', default: '120000' },
        'limit-up': { type: 'string', default: '0' },
        'limit-down': { type: 'string', default: '0' },
        rescan: { type: 'string', default: '300' },
        'accept-deletes': { type: 'boolean', default: false },
        'restore-deletes': { type: 'boolean', default: false },
        'fetch-current': { type: 'boolean', default: false },
        'send-earlier': { type: 'boolean', default: false },
        'accept-removals': { type: 'boolean', default: false },
        'start-over': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(argumentWords(error), true);
  }
}

/**
 * The command's options, checked as far as they can be without the server; `undefined` where only help is wanted.
 * @throws UsageError
 */
export function readArguments() {
  const given = parse();
  if (given.help) return undefined;
  const number = (option: NumberOption, least = 0) => numberOf(option, given[option], least);
  const limits = { up: number('limit-up'), down: number('limit-down') };
  const times = {
    settleMs: number('settle'),
    versionDistanceMs: number('distance'),
    unfinishedMs: number('unfinished'),
  };
  const rescanMs = number('rescan', LEAST_RESCAN) * 1000;
  const { server, root, user } = given;
  if (!server || !root || !user) {
    const missing = Object.entries({ '--server': server, '--root': root, '--user': user });
    const names = missing.flatMap(([name, value]) => (value ? [] : [name]));
    throw new UsageError(t('arguments.missing', { names: names.join(', ') }), true);
  }
  for (const [one, other] of OPPOSITES)
    if (given[one] && given[other])
      throw new UsageError(t('arguments.bothAnswers', { one: `--${one}`, other: `--${other}` }));
  if (!email.safeParse(user).success) throw new UsageError(t('arguments.email', { user: oneLine(user) }));
  return {
    ...given,
    server: originOf(server),
    root,
    user,
    limits,
    times,
    rescanMs,
  };
}

type NumberOption = 'limit-up' | 'limit-down' | 'settle' | 'distance' | 'unfinished' | 'rescan';

/** @throws UsageError */
function numberOf(option: NumberOption, value: string, least: number): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isFinite(number) && number >= least) return number;
  throw new UsageError(t('arguments.number', { option: `--${option}`, least, value: oneLine(value) }), true);
}

/**
 * Legajo answers at the root of its host, as the app takes it: what follows belongs to the page that the address was
 * copied from.
 * @throws UsageError
 */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(t('arguments.address'));
  return url.origin;
}
