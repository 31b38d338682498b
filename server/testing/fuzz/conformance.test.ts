import { describe, expect, it } from 'vitest';
import { createConformance } from './conformance.ts';

const answer = (status: number, type = 'application/json'): Response =>
  new Response(null, { status, headers: { 'content-type': type, 'x-request-id': 'x' } });
const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'No.' } });

describe('the check of answers against the published document', () => {
  const nonconformity = createConformance();

  it('tells what is wrong, for each endpoint whose answers are described alike', () => {
    for (const name of ['recordById', 'versionsByRecord', 'recordById'] as const) {
      expect(nonconformity(name, answer(404), refusal('not_found'))).toBeUndefined();
      expect(nonconformity(name, answer(404), '{"error":{}}')).toMatch(/^404 is not as described: /);
      expect(nonconformity(name, answer(200), '7')).toMatch(/^200 is not as described: /);
      expect(nonconformity(name, answer(404, 'text/html'), '')).toBe('404 came as text/html');
      expect(nonconformity(name, answer(418), '')).toBe('418 is not in its description');
    }
  });
});
