import { describe, expect, it } from 'vitest';
import { afterReload, isUnderWay, looksTheSame, percentOf, type SentFile } from './files.ts';

const file: SentFile = {
  ...{ id: '1', name: 'contrato.pdf', type: 'application/pdf', size: 200, lastModified: 7 },
  ...{ status: 'sending', sent: 199, key: 'k', started: true },
};

describe('a file that is sent by a link', () => {
  it('is complete only once the server says so', () => {
    expect(percentOf({ ...file, sent: 200 })).toBe(99);
    expect(percentOf({ ...file, status: 'done' })).toBe(100);
    expect(percentOf({ ...file, size: 0, sent: 0 })).toBe(0);
  });

  it('is asked for again after a reload where it had a place', () => {
    expect(afterReload({ ...file, error: 'x' })).toEqual({ ...file, status: 'needs-file' });
    expect(afterReload({ ...file, status: 'done' })?.status).toBe('done');
    const { key: _, ...fresh } = file;
    expect(afterReload({ ...fresh, status: 'chosen' })).toBeNull();
  });

  it('is the same by name, size and date', () => {
    expect(looksTheSame(file, { ...file })).toBe(true);
    expect(looksTheSame(file, { ...file, lastModified: 8 })).toBe(false);
  });

  it('holds its page open while it is on its way', () => {
    const held = (['chosen', 'queued', 'paused', 'errored', 'done'] as const).map((status) =>
      isUnderWay({ status }),
    );
    expect(held).toEqual([false, true, true, false, false]);
  });
});
