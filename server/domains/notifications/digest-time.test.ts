import { describe, expect, it } from 'vitest';
import { nextDigest } from './digest-time.ts';

const at = (now: string, zone = 'America/Santiago') => {
  const next = nextDigest(new Date(now), zone);
  return [next.day, next.at.toISOString()];
};

describe('the next daily digest', () => {
  it('is this morning’s or tomorrow’s, by the clock of the organization', () => {
    // In November Chile is three hours behind UTC.
    expect(at('2026-11-21T08:00:00Z')).toEqual(['2026-11-21', '2026-11-21T10:00:00.000Z']);
    expect(at('2026-11-21T12:00:00Z')).toEqual(['2026-11-22', '2026-11-22T10:00:00.000Z']);
    expect(at('2026-11-22T01:00:00Z')).toEqual(['2026-11-22', '2026-11-22T10:00:00.000Z']);
    expect(at('2026-11-21T12:00:00Z', 'Asia/Tokyo')).toEqual(['2026-11-22', '2026-11-21T22:00:00.000Z']);
    expect(at('2026-12-31T20:00:00Z')).toEqual(['2027-01-01', '2027-01-01T10:00:00.000Z']);
  });

  it('leaves the last minutes to the one after', () => {
    expect(at('2026-11-21T09:49:00Z')[0]).toBe('2026-11-21');
    expect(at('2026-11-21T09:50:00Z')[0]).toBe('2026-11-22');
    expect(at('2026-11-21T10:00:00Z')[0]).toBe('2026-11-22');
  });

  it('keeps its hour on the days on which the clock changes', () => {
    // 5 April 2026: back one hour; 6 September 2026: forward.
    expect(at('2026-04-04T15:00:00Z')).toEqual(['2026-04-05', '2026-04-05T11:00:00.000Z']);
    expect(at('2026-09-05T15:00:00Z')).toEqual(['2026-09-06', '2026-09-06T10:00:00.000Z']);
  });

  it('is told by Chile’s clock where the system knows no such zone', () => {
    expect(at('2026-11-21T08:00:00Z', 'Marte/Olimpo')[0]).toBe('2026-11-21');
  });
});
