import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './company.ts';
import { removeSafeguard, SAFEGUARDS } from './without.ts';

describe('the safeguards that the torture takes out', () => {
  it.each(SAFEGUARDS.map((safeguard) => [safeguard.name, safeguard] as const))(
    'finds %s in the sources, once',
    async (_name, safeguard) => {
      const source = await readFile(join(PROJECT, safeguard.file), 'utf8');
      expect(removeSafeguard(source, safeguard)).not.toBe(source);
    },
  );

  it('says loudly where the sources have changed', () => {
    const [safeguard] = SAFEGUARDS;
    if (!safeguard) throw new Error('There are no safeguards');
    expect(() => removeSafeguard('', safeguard)).toThrow(/found 0 times/);
    expect(() => removeSafeguard(safeguard.text.repeat(2), safeguard)).toThrow(/found 2 times/);
  });

  it('gives each a name of its own', () => {
    expect(new Set(SAFEGUARDS.map(({ name }) => name)).size).toBe(SAFEGUARDS.length);
  });
});
