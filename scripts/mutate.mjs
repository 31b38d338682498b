// npm run mutate -- PATH … | --changed BASE | --sql | --all: changes the product in small ways and prints the changes
// that no test notices (docs/mutation.md). Fails below 85 % of a folder, unless the survivors are listed with a reason.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap();
const { mutate } = await import('./mutation/run.ts');
process.exitCode = await mutate(process.argv.slice(2));
