import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { Outages } from './outages.ts';

const fault = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

function logOf() {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const outages = new Outages(() => now);
  const log = createLog(
    { logLevel: 'info', dataDir: '/srv/legajo' },
    { write: (line) => void lines.push(JSON.parse(line)) },
    () => now,
    outages,
  );
  const wait = (ms: number) => {
    now += ms;
  };
  return { log, lines, wait, outages };
}

describe('an outage of the database', () => {
  it('is one line, whatever failed by it and with whichever of its codes', () => {
    const { log, lines } = logOf();
    log.warn({ err: fault('57P01'), requestId: 'a' }, 'request failed for now');
    log.warn({ err: fault('57P03') }, 'the outbox could not be read');
    log.child({ sweep: 'bin' }).warn({ err: new Error('Connection terminated unexpectedly') }, 'not swept');
    log.warn({ err: fault('08006'), outbox: 'x' }, 'to be tried again');
    expect(lines.map(({ msg, outage }) => [msg, outage])).toEqual([
      ['the database is not reached', 'database'],
    ]);
  });

  it('is said again once a minute, with the number of faults since', () => {
    const { log, lines, wait } = logOf();
    for (let second = 0; second < 150; second += 1) {
      log.warn({ err: fault('57P01') }, 'request failed for now');
      wait(1000);
    }
    expect(lines.map(({ msg, seconds, repeated }) => [msg, seconds, repeated])).toEqual([
      ['the database is not reached', undefined, undefined],
      ['the database is still not reached', 60, 60],
      ['the database is still not reached', 120, 60],
    ]);
  });

  it('is over once it has answered for a while, counted to the first answer', () => {
    const { log, lines, wait, outages } = logOf();
    outages.answered();
    log.warn({ err: fault('57P01') }, 'request failed for now');
    wait(5000);
    log.warn({ err: fault('57P03') }, 'request failed for now');
    wait(100);
    outages.answered();
    wait(500);
    // A call that had waited for a connection.
    log.warn({ err: new Error('timeout exceeded when trying to connect') }, 'request failed for now');
    wait(1999);
    outages.answered();
    expect(lines).toHaveLength(1);
    wait(1);
    outages.answered();
    outages.answered();
    expect(lines.slice(1)).toMatchObject([
      { msg: 'the database is reached again', outage: 'database', seconds: 7.6, faults: 3 },
    ]);
    log.warn({ err: fault('57P01') }, 'request failed for now');
    expect(lines[2]).toMatchObject({ msg: 'the database is not reached' });
  });

  it('hides no other error, and no message that is given up', () => {
    const { log, lines } = logOf();
    log.warn({ err: fault('57P01') }, 'request failed for now');
    log.error({ err: new TypeError('x is not a function') }, 'request failed');
    log.error({ err: fault('57P01'), outbox: 'a' }, 'given up');
    log.warn({ err: fault('ENOSPC') }, 'the disk is full');
    log.warn({ err: fault('53300') }, 'request failed for now');
    expect(lines.map(({ msg }) => msg).slice(1)).toEqual([
      ...['request failed', 'given up', 'the disk is full', 'request failed for now'],
    ]);
    expect(lines[1]?.err).toMatchObject({ stack: expect.stringContaining('outages.test.ts') });
  });
});
