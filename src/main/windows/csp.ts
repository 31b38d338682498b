import { isWorkerScript } from '#shared/platform/worker-scripts.ts';

/**
 * The content security policy of one answer of app://legajo: own scripts only, and of the network the chosen
 * server alone. Mantine writes style elements, hence 'unsafe-inline' for styles; scripts need nothing of the kind.
 * The hashing worker compiles WebAssembly, which is allowed in workers and nowhere else.
 *
 * @param server the chosen server's origin, null while there is none
 * @param path the file that is answered
 */
export function contentSecurityPolicy(server: string | null, path: string): string {
  const origins = server ? [server] : [];
  const sockets = server ? [server.replace(/^http/, 'ws')] : [];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': isWorkerScript(path) ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...origins],
    'media-src': ["'self'", 'blob:', ...origins],
    'connect-src': ["'self'", 'blob:', ...origins, ...sockets],
    'worker-src': ["'self'"],
    'frame-src': ['blob:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
