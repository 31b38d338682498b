import type { Config } from './config.ts';
import type { Running } from './container.ts';
import { demoSignIns } from './demo/demo-organization.ts';
import { t } from './texts.ts';

/** Prints the server's address and, where there is a demo, who can sign in. */
export async function greet(running: Running, config: Config): Promise<void> {
  console.log(t('start.listening', { address: running.address }));
  if (running.services.deps.engine === 'pglite') {
    console.log(t('start.embedded'));
  }
  console.log(t('start.data', { folder: config.dataDir }));
  // Where others may read the console too, no passwords are printed: they are in the README.
  const demo = config.demo === 'local' ? await demoSignIns(running.services) : [];
  if (demo.length > 0) console.log(t('start.demo', { lines: demo.map((line) => `  ${line}`).join('\n') }));
  const { firstRun } = running.services;
  if (await firstRun.needed()) {
    console.log(t('start.first', { address: running.address, code: await firstRun.newCode() }));
  }
}
