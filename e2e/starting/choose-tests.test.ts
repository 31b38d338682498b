import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseTests, countTestFiles, findDomains } from '../../scripts/lib/choose-tests.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PARTS = ['check', 'unit', 'integration', 'web', 'desktop'];
const DOMAINS = new Map([
  ['retention', ['server/domains/retention/', 'src/shared/retention/']],
  ['bin', ['src/renderer/features/bin/']],
]);
const choose = (...asked: string[]) => chooseTests(asked, PARTS, DOMAINS);

describe('what npm test runs', () => {
  it('is everything without a name, and the parts that are named', () => {
    expect(choose()).toEqual({ parts: PARTS, folders: [] });
    expect(choose('web')).toEqual({ parts: ['web'], folders: [] });
    expect(choose('integration', 'check')).toEqual({ parts: ['integration', 'check'], folders: [] });
  });

  it('is the unit and integration tests of the domains that are named', () => {
    expect(choose('retention')).toEqual({
      parts: ['unit', 'integration'],
      folders: ['server/domains/retention/', 'src/shared/retention/'],
    });
    expect(choose('bin', 'retention')).toEqual({
      parts: ['unit', 'integration'],
      folders: ['src/renderer/features/bin/', 'server/domains/retention/', 'src/shared/retention/'],
    });
    expect(choose('retention', 'unit')).toMatchObject({ parts: ['unit'] });
  });

  it('says in one line what there is where a name is unknown', () => {
    expect(choose('retentoin', 'unit')).toEqual({
      wrong:
        'There is no part or domain retentoin; the parts are check, unit, integration, web, desktop; the domains are bin, retention.',
    });
    expect(choose('toString')).toMatchObject({ wrong: expect.stringContaining('toString') });
  });

  it('refuses a part that cannot run one domain', () => {
    expect(choose('retention', 'web')).toEqual({
      wrong: 'Only unit and integration can run one domain, not web.',
    });
  });
});

describe('the domains of the repository', () => {
  const domains = findDomains(ROOT);

  it('have the folders of their name on the server, in what is shared and on the page', () => {
    expect(domains.get('retention')).toEqual(['server/domains/retention/', 'src/shared/retention/']);
    expect(domains.get('labels')).toEqual([
      'server/domains/labels/',
      'src/shared/labels/',
      'src/renderer/features/labels/',
    ]);
    for (const part of PARTS) expect(domains.has(part)).toBe(false);
  });

  it('have their tests counted by part', () => {
    const folders = ['e2e/starting/', 'server/domains/retention/', 'no/such/folder/'];
    expect(countTestFiles(ROOT, 'unit', ['e2e/starting/'])).toBeGreaterThan(1);
    expect(countTestFiles(ROOT, 'integration', ['e2e/starting/'])).toBe(0);
    expect(countTestFiles(ROOT, 'integration', folders)).toBeGreaterThan(1);
  });
});
