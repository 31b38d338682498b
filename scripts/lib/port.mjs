import { createServer } from 'node:net';

/**
 * The port for a server: the wanted one if it is free, any free one for 0.
 *
 * @returns the port, or null if another program uses it
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
