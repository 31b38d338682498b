import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import { Bandwidth } from './http/bandwidth.ts';

/**
 * Set explicitly, because a variable of the environment (NODE_TLS_REJECT_UNAUTHORIZED) would otherwise accept any
 * certificate.
 */
export const CHECKED = { rejectUnauthorized: true };

const KEEP = { keepAlive: true, maxSockets: 16, ...CHECKED };

/** Bytes per second are counted in thousands, as networks do. */
const KB = 1000;

/** The library applies the options of its agent to the connection to the proxy only, not to the one through it. */
class Tunnel extends HttpsProxyAgent<string> {
  override connect(...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>) {
    return super.connect(request, { ...options, ...CHECKED });
  }
}

/** The same by SOCKS, which carries any connection, encrypted or not. */
class Socks extends SocksProxyAgent {
  override connect(...[request, options]: Parameters<SocksProxyAgent['connect']>) {
    return super.connect(request, { ...options, ...CHECKED });
  }
}

/** How one engine reaches its server: through which proxy, and how fast. Both may change at any time. */
export class Network {
  readonly up = new Bandwidth();
  readonly down = new Bandwidth();
  private readonly secure: boolean;
  private proxy: string | null = null;
  private calls!: HttpAgent;
  private sockets: HttpAgent | undefined;
  private readonly ending = new AbortController();

  /** @param origin of the server: only https is tunnelled */
  constructor(origin: string) {
    this.secure = origin.startsWith('https:');
    this.open();
  }

  /** @param limits kB/s for documents; 0 for no limit. Other calls are never slowed down. */
  setLimits(limits: { readonly up: number; readonly down: number }): void {
    this.up.setRate(limits.up * KB);
    this.down.setRate(limits.down * KB);
  }

  /** Aborted once no answer is waited for any more. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  /** The program stops: calls that the server has not answered after this many milliseconds are given up. */
  endIn(ms: number): void {
    setTimeout(() => this.ending.abort(), ms).unref();
  }

  /** Calls that begin from now on use this proxy (an http, https, socks4 or socks5h address); null for none. */
  setProxy(proxy: string | null): void {
    if (proxy === this.proxy) return;
    this.proxy = proxy;
    this.open();
  }

  /**
   * Ends every connection and what is running on it. After the computer slept or changed its network, nothing would
   * answer there, and the system would wait for long.
   */
  renew(): void {
    const { calls, sockets } = this;
    this.open();
    calls.destroy();
    sockets?.destroy();
  }

  private open(): void {
    const { proxy } = this;
    if (proxy === null) {
      this.calls = this.secure ? new HttpsAgent(KEEP) : new HttpAgent(KEEP);
      this.sockets = undefined;
      return;
    }
    if (proxy.startsWith('socks')) {
      this.sockets = new Socks(proxy, KEEP);
      this.calls = this.sockets;
      return;
    }
    // A WebSocket needs a tunnel even without encryption: proxies do not forward "upgrade".
    this.sockets = new Tunnel(proxy, KEEP);
    this.calls = this.secure ? this.sockets : new HttpProxyAgent(proxy, KEEP);
  }

  /** For calls and uploads. */
  get agent(): HttpAgent {
    return this.calls;
  }

  /** For the realtime socket; `undefined` is none of its own. */
  get socketAgent(): HttpAgent | undefined {
    return this.sockets;
  }
}
