import { describe, expect, it } from 'vitest';
import { emailsIn, wrongEmail } from './emails.ts';

describe('addresses that are typed in one field', () => {
  it('are separated by whatever people use, each once', () => {
    expect(emailsIn('Ana@x.cl, luis@x.cl;ana@x.cl\n eva@x.cl')).toEqual([
      'ana@x.cl',
      'luis@x.cl',
      'eva@x.cl',
    ]);
    expect(emailsIn(' , ')).toEqual([]);
  });

  it('are named where they are none', () => {
    expect(wrongEmail('ana@x.cl, luis')).toBe('luis');
    expect(wrongEmail('ana@x.cl')).toBeUndefined();
  });
});
