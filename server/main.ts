import { ConfigError, loadConfig } from './config.ts';
import { startServer } from './container.ts';
import { DataDirInUseError } from './db/lock.ts';
import { greet } from './greeting.ts';
import { startWatchdog } from './watchdog.ts';

/** The server process: configuration, start, a graceful end. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  startWatchdog(config.hangSeconds);
  const running = await startServer(config);
  await greet(running, config);
  const stop = (signal: string): void => {
    console.log(`\n${signal}: Legajo se detiene…`);
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

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof DataDirInUseError) console.error(error.message);
  else if ((error as { code?: string }).code === 'EADDRINUSE') {
    console.error(`The port is in use: choose another with PORT. (${(error as Error).message})`);
  } else console.error(error);
  process.exit(1);
});
