import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { claimUser, isFencedUser } from './fenced-users.ts';

const claimMany = async (count: number): Promise<number[]> => {
  const users: number[] = [];
  for (let n = 0; n < count; n += 1) users.push(await claimUser());
  return users;
};

it.skipIf(process.platform !== 'linux')('no two processes give their programs the same user', async () => {
  const module = JSON.stringify(new URL('./fenced-users.ts', import.meta.url).href);
  const claims = `import { claimUser } from ${module};
    const users = [];
    for (let n = 0; n < 30; n += 1) users.push(await claimUser());
    console.log(JSON.stringify(users));
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', claims], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const theirs = JSON.parse(String((await once(other.stdout, 'data'))[0])) as number[];
    expect(new Set(theirs).size).toBe(30);
    // More than this process keeps: with that many, chance alone would meet one of theirs.
    const ours = await claimMany(400);
    expect(ours.every(isFencedUser)).toBe(true);
    expect(ours.filter((user) => theirs.includes(user))).toEqual([]);
  } finally {
    other.stdin.end();
    await once(other, 'close');
  }
});

it('within one process each program has its own', async () => {
  const users = await claimMany(30);
  expect(new Set(users).size).toBe(users.length);
});
