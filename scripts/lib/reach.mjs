import { connect } from 'node:net';

const PATIENCE_MS = 5000;
const answers = new Map();

/**
 * Whether a host accepts connections; tested once. Behind a proxy or a mirror this cannot be known, so it counts as
 * reachable.
 */
export function canReach(host) {
  const { HTTPS_PROXY, https_proxy, ELECTRON_MIRROR, ELECTRON_BUILDER_BINARIES_MIRROR } = process.env;
  if (HTTPS_PROXY || https_proxy || ELECTRON_MIRROR || ELECTRON_BUILDER_BINARIES_MIRROR)
    return Promise.resolve(true);
  if (!answers.has(host)) answers.set(host, tried(host));
  return answers.get(host);
}

function tried(host) {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: PATIENCE_MS });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
