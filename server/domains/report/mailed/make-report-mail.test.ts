import { expect, it } from 'vitest';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import { fitting } from './make-report-mail.ts';

const file = (name: string, size: number) => ({ name, type: 'application/pdf', bytes: Buffer.alloc(size) });

it('attaches as much as one mail takes, and names what it leaves out', () => {
  const whole = REPORT_MAIL.attachedBytes;
  const names = (...sizes: number[]) => {
    const { attachments, leftOut } = fitting(sizes.map((size, at) => file(`${at}`, size)));
    return [attachments.map(({ name }) => name), leftOut];
  };
  expect(names(whole - 1, 1)).toEqual([['0', '1'], []]);
  expect(names(whole, 1)).toEqual([['0'], ['1']]);
  expect(names(whole + 1, 1)).toEqual([['1'], ['0']]);
  expect(names(whole + 1, whole + 1)).toEqual([[], ['0', '1']]);
});
