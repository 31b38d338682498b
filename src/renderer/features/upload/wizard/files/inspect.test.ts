import { describe, expect, it } from 'vitest';
import { UPLOAD_LIMIT_BYTES } from '#shared/platform/limits.ts';
import { inspect, problemOf } from './inspect.ts';

const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name);

describe('the file step', () => {
  it('takes a document', async () => {
    expect(await inspect(file('acta.pdf', '%PDF-1.7'))).toBeUndefined();
  });

  it('refuses a wrong kind by its name and by its first bytes', { tags: 'spec-5.5-file' }, async () => {
    expect(await inspect(file('instalar.exe', 'texto'))).toBe('kind');
    expect(await inspect(file('informe.pdf', new Uint8Array([0x4d, 0x5a, 0x90, 0])))).toBe('program');
    expect(await inspect(file('notas.txt', '#!/bin/sh\nrm -rf /'))).toBe('program');
  });

  it('refuses an empty file, and one over the limit', { tags: 'spec-5.5-file' }, async () => {
    expect(await inspect(file('acta.pdf', ''))).toBe('empty');
    expect(problemOf({ name: 'video.mp4', size: UPLOAD_LIMIT_BYTES })).toBeUndefined();
    expect(problemOf({ name: 'video.mp4', size: UPLOAD_LIMIT_BYTES + 1 })).toBe('large');
  });

  it('refuses names with path tricks and control characters', { tags: 'spec-5.5-file' }, () => {
    expect(problemOf({ name: '../../etc/passwd', size: 1 })).toBe('name');
    expect(problemOf({ name: 'a\u0000.pdf', size: 1 })).toBe('name');
    expect(problemOf({ name: 'fdp\u202eexe.pdf', size: 1 })).toBe('name');
    // As the server counts: bytes, so that ñ counts twice.
    expect(problemOf({ name: `${'ñ'.repeat(125)}.pdf`, size: 1 })).toBeUndefined();
    expect(problemOf({ name: `${'ñ'.repeat(126)}.pdf`, size: 1 })).toBe('long');
  });
});
