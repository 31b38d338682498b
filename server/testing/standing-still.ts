import { startWatchdog } from '../platform/watchdog.ts';

/** A separate process for the watchdog's tests: its event loop blocks or runs for as long as it is told. */
const [how, seconds] = process.argv.slice(2);
const PATIENCE_SECONDS = 2;

function standStill(): void {
  for (let turn = 0; turn !== -1; turn += 1) if (turn > 1e9) turn = 0;
}

startWatchdog(PATIENCE_SECONDS);
console.log('started');
if (how === 'still') setTimeout(standStill, 100);
else
  setTimeout(() => {
    console.log('alive');
    process.exit(0);
  }, Number(seconds) * 1000);
