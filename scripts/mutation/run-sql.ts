import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { FOLDER } from './run-area.ts';
import { SQL_FILE, SQL_TESTS, type SqlMutant, sqlMutants } from './sql-mutants.ts';

/** Everything that the tests of the visibility rule load. */
const COPIED = ['server', 'src/shared', 'scripts/mutation', 'package.json', 'vitest.config.ts'];

/**
 * Applies each mutant of the visibility rule's SQL to a copy and runs its tests.
 *
 * @returns the mutants that no test noticed
 * @throws if the tests fail without any mutant
 */
export async function runSqlMutants(
  onResult: (mutant: SqlMutant, killed: boolean) => void,
): Promise<SqlMutant[]> {
  const copy = resolve(FOLDER, 'sql');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

  process.env.MUTATION_TESTS = JSON.stringify(SQL_TESTS);
  const vitest = await createVitest('test', {
    root: copy,
    config: join(copy, 'scripts/mutation/vitest.config.ts'),
    watch: false,
    bail: 1,
    reporters: [],
  });
  try {
    const file = join(copy, SQL_FILE);
    const source = readFileSync(file, 'utf8');
    if (!(await holds(vitest))) throw new Error(`${SQL_TESTS.join(', ')} fail without any mutant`);
    const survivors: SqlMutant[] = [];
    for (const mutant of sqlMutants) {
      writeFileSync(
        file,
        source.replace(mutant.from, () => mutant.to),
      );
      vitest.invalidateFile(file);
      const killed = !(await holds(vitest));
      if (!killed) survivors.push(mutant);
      onResult(mutant, killed);
    }
    return survivors;
  } finally {
    await vitest.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Whether the tests pass. Throws if a file cannot be loaded, because the mutant would count as killed for the wrong
 * reason.
 */
async function holds(vitest: Vitest): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications(SQL_TESTS),
  );
  const tests = testModules.flatMap((module) => [...module.children.allTests()]);
  const loading = testModules.flatMap((module) => module.errors());
  if (tests.length === 0 || loading.length > 0)
    throw new Error(`the tests cannot be loaded: ${loading[0]?.message ?? 'there are none'}`);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}
