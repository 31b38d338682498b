import { loadConfig } from './config.ts';
import { startServer } from './container.ts';
import { greet } from './greeting.ts';
import { requireOpenFiles } from './platform/open-files.ts';
import { startWatchdog } from './platform/watchdog.ts';
import { endBy } from './start-fault.ts';
import { t } from './texts.ts';

/** The server process: configuration, start, and a stop that lets running work finish. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  requireOpenFiles();
  startWatchdog(config.hangSeconds);
  const running = await startServer(config);
  await greet(running, config);
  const stop = (signal: string): void => {
    console.log(t('stop', { signal }));
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch(endBy);
