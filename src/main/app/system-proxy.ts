/** A system's settings may follow the network: asked again so often, in milliseconds. */
const LOOK_MS = 60_000;

/** With version 5 the proxy finds the server by its name, as Chromium has it do; version 4 knows numbers only. */
const SCHEMES: Partial<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5h',
};

/**
 * The first proxy of a system's answer that the engine can use, as an address; null for none. The answer is that of a
 * proxy script: `PROXY host:8080; DIRECT`. `SOCKS` alone is version 4, as Chromium reads it.
 */
export function proxyOf(answer: string): string | null {
  for (const part of answer.split(';')) {
    const [kind = '', place = ''] = part.trim().split(/\s+/);
    const scheme = SCHEMES[kind.toUpperCase()];
    if (kind.toUpperCase() === 'DIRECT') return null;
    if (scheme && /^[\w.:[\]-]+$/.test(place)) return `${scheme}://${place}`;
  }
  return null;
}

/**
 * Follows the system's proxy for the server.
 *
 * @param resolve asks the system which proxies lead to an address (Electron's session.resolveProxy)
 * @param server the origin that counts; null while none is chosen
 * @param onChange called when another one counts
 */
export function followProxy(
  resolve: (url: string) => Promise<string>,
  server: () => string | null,
  onChange: () => void,
) {
  let known: string | null = null;
  const look = async (): Promise<void> => {
    const origin = server();
    const answer = origin === null ? 'DIRECT' : await resolve(origin).catch(() => 'DIRECT');
    const proxy = proxyOf(answer);
    if (proxy === known) return;
    known = proxy;
    onChange();
  };
  setInterval(() => void look(), LOOK_MS).unref();
  return {
    current: (): string | null => known,
    /** Asks now: the network has changed, or the server is out of reach. */
    look,
  };
}
