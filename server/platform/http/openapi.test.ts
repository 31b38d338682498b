import { expect, it } from 'vitest';
import { endpoints } from '#shared/contract.ts';
import { openApiDocument } from './openapi.ts';

it('names the refusal of the demo’s people from elsewhere at every endpoint that needs a session', () => {
  const paths = openApiDocument().paths as Record<
    string,
    Record<string, { responses: Record<string, { description: string }> }>
  >;
  const without = endpoints
    .filter(([, { who }]) => who !== 'anyone')
    .filter(([, { path, method }]) => {
      const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      return !call?.responses['403']?.description.includes('demo_local');
    });
  expect(without.map(([name]) => name)).toEqual([]);
});

it('names the answer to whoever has read a JSON before', () => {
  const { paths } = openApiDocument();
  expect(paths?.['/health']?.get?.responses).toHaveProperty('304');
  expect(paths?.['/auth/sign-in']?.post?.responses).not.toHaveProperty('304');
});
