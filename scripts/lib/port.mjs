import { createServer } from 'node:net';

/**
 * The port to start a server on: the wanted one when it is free, any free one for 0.
 *
 * @returns the port, or null when another program has it
 */
export function freePort(host, wanted) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    probe.listen(wanted, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
