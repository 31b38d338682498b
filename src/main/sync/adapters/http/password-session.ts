import axios, { type AxiosResponse } from 'axios';
import { challengeIssued, tokens as tokensSchema } from '#shared/identity/auth.schemas.ts';
import { RemoteError } from '../../ports/remote.ts';
import { Network } from '../network.ts';
import type { TokenSource } from './http-client.ts';
import { answerOf, noAnswer, remoteError } from './http-errors.ts';

/** How long before a token expires a new one is requested. */
const EARLY_MS = 120_000;
/** A session that cannot be ended now ends by itself; a stopped command must not wait for that. */
const SIGN_OUT_MS = 3_000;
/** Far more than a session's tokens. */
const ANSWER_BYTES = 1024 ** 2;

/**
 * A person's session by e-mail and password, for the headless command. The refresh token stays in memory, and only one
 * call at a time renews.
 */
export class PasswordSession implements TokenSource {
  private readonly origin: string;
  private readonly network: Network;
  private refreshToken: string | undefined;
  private idToken = '';
  /** On the scale of `performance.now()`, because the computer's date may be changed. */
  private endsAt = Number.NEGATIVE_INFINITY;
  private renewing: Promise<string> | undefined;

  private constructor(origin: string, network: Network) {
    this.origin = origin.replace(/\/+$/, '');
    this.network = network;
  }

  /**
   * Signs in. Throws `RemoteError`; `challenge` where the account needs a browser first.
   * @param askCode gives the code of two-step sign-in, where the account asks for one
   */
  static async signIn(
    origin: string,
    { email, password }: { email: string; password: string },
    device: string,
    askCode: () => Promise<string>,
    network: Network = new Network(origin),
  ): Promise<PasswordSession> {
    const session = new PasswordSession(origin, network);
    const given = { email, password, client: 'cli', device: device.slice(0, 80) };
    let answer = await session.post('/auth/sign-in', given);
    const asked = challengeIssued.safeParse(answer).data;
    if (asked?.challenge === 'TOTP') {
      const code = await askCode();
      answer = await session.post('/auth/challenge', { session: asked.session, code });
    }
    if (challengeIssued.safeParse(answer).success) {
      throw new RemoteError('refused', 'challenge', 'the account asks for another step');
    }
    session.take(answer);
    return session;
  }

  async token(renew: boolean): Promise<string> {
    if (!renew && performance.now() < this.endsAt - EARLY_MS) return this.idToken;
    this.renewing ??= this.renew().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  /** Ends the session at the server. */
  async signOut(): Promise<void> {
    const { refreshToken } = this;
    if (refreshToken) await this.post('/auth/sign-out', { refreshToken }, SIGN_OUT_MS);
    this.refreshToken = undefined;
  }

  private async renew(): Promise<string> {
    this.take(await this.post('/auth/refresh', { refreshToken: this.refreshToken }));
    return this.idToken;
  }

  private take(answer: unknown): void {
    const { idToken, refreshToken, expiresIn } = answerOf(tokensSchema, { status: 200, data: answer });
    this.idToken = idToken;
    this.refreshToken = refreshToken ?? this.refreshToken;
    this.endsAt = performance.now() + expiresIn * 1000;
  }

  private async post(path: string, body: object, timeoutMs = 60_000): Promise<unknown> {
    let response: AxiosResponse;
    try {
      response = await axios.post(`${this.origin}/api${path}`, body, {
        validateStatus: () => true,
        maxRedirects: 0,
        timeout: timeoutMs,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.network.ended]),
        maxContentLength: ANSWER_BYTES,
        proxy: false,
        httpAgent: this.network.agent,
        httpsAgent: this.network.agent,
      });
    } catch (error) {
      throw noAnswer(error);
    }
    if (response.status >= 300) throw remoteError(response, response.data);
    return response.data;
  }
}
