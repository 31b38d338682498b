// npm run mutate -- PATH … | --changed BASE | --sql | --all: changes the product in small ways and tells which of them no
// test notices (docs/mutation.md). Fails below 85 % of a folder, unless what survives is listed with its reason.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap();
const { mutate } = await import('./mutation/run.ts');
process.exitCode = await mutate(process.argv.slice(2));
