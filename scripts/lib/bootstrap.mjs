import { ensureInstalled } from './install.mjs';
import { pinnedNode } from './paths.mjs';
import { forwardSignals, run } from './run.mjs';

const PINNED_MAJOR = 24;

/**
 * Every script starts with this: it installs what is missing and continues under the pinned Node. The script itself may
 * be started by any Node from 20 on, in a fresh clone.
 */
export async function bootstrap() {
  forwardSignals();
  await ensureInstalled();
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return;
  const { code } = await run(pinnedNode, process.argv.slice(1));
  process.exit(code);
}
