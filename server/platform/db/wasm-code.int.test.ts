import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Opens the embedded database, and works until its functions have been compiled anew. */
const PROGRAM = `
  import { sql } from 'kysely';
  import { openPglite } from './server/platform/db/client.ts';
  const { db, close } = await openPglite({});
  for (let n = 0; n < 40; n += 1)
    await sql\`select sum(n % 7), max(n::text) from generate_series(1, 20000) n\`.execute(db);
  await close();
  console.log('closed');
`;

test('no code of the embedded database is freed while it runs', async () => {
  const { stdout } = await run(
    process.execPath,
    ['--trace-wasm-code-gc', '--no-warnings', '--eval', PROGRAM],
    { maxBuffer: 64 << 20 },
  );
  expect(stdout).toContain('closed');
  expect(stdout).not.toContain('[wasm-gc]');
});
