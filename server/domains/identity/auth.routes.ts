import type { authTable } from '#shared/identity/auth.contract.ts';
import type { SignInResult, Tokens } from '#shared/identity/auth.schemas.ts';
import type { CallContext, Handlers } from '../../platform/http/handlers.ts';
import type { Kernel } from '../../platform/kernel.ts';
import type { IssuedTokens, Origin } from './auth.service.ts';
import { tokenOf } from './authenticate.ts';
import type { Identity } from './module.ts';
import {
  clearRefreshCookie,
  readDeviceCookie,
  readRefreshCookie,
  setDeviceCookie,
  setRefreshCookie,
} from './tokens/cookies.ts';

const done = { ok: true } as const;

export function authRoutes({
  auth,
  password,
  firstRun,
  session,
  deps: { config },
}: Identity & Kernel): Handlers<typeof authTable> {
  const secure = config.publicUrl.startsWith('https:');

  /** Browsers get the refresh token as a cookie only, never in the body. */
  const answer = ({ res }: Pick<CallContext<null>, 'res'>, tokens: IssuedTokens, web: boolean): Tokens => {
    const { idToken, refreshToken, expiresIn, deviceKey } = tokens;
    if (!web) return { idToken, refreshToken, expiresIn, ...(deviceKey ? { deviceKey } : {}) };
    setRefreshCookie(res, refreshToken, { secure, seconds: config.refreshTokenSeconds });
    if (deviceKey) setDeviceCookie(res, deviceKey, secure);
    return { idToken, expiresIn };
  };

  const originOf = ({ ip, local, req }: CallContext<null>, deviceKey?: string): Origin => ({
    ip,
    local,
    deviceKey: deviceKey ?? readDeviceCookie(req, config),
  });

  /** The result of a sign-in: what is still asked for, or the tokens. */
  const enter = async (
    call: CallContext<null>,
    result: Awaited<ReturnType<typeof auth.signIn>>,
  ): Promise<SignInResult> => {
    if ('challenge' in result) return result;
    const web = result.client === 'web';
    // A client has one refresh family: the session that this browser had before ends here.
    if (web) await auth.signOut(readRefreshCookie(call.req, config), call);
    return answer(call, result, web);
  };

  return {
    signIn: async (call) => enter(call, await auth.signIn(call.body, originOf(call, call.body.deviceKey))),
    answerChallenge: async (call) =>
      enter(call, await auth.answerChallenge(call.body, originOf(call, call.body.deviceKey))),
    async refresh(call) {
      const given = call.body.refreshToken;
      const tokens = await auth.refresh(given ?? readRefreshCookie(call.req, config), call);
      return answer(call, tokens, given === undefined);
    },
    async signOut(call) {
      const cookie = readRefreshCookie(call.req, config);
      await auth.signOut(call.body.refreshToken ?? cookie, call);
      // A call that another site's page makes gives no cookie here: that page could otherwise sign somebody out.
      if (cookie !== undefined) clearRefreshCookie(call.res, secure);
      return done;
    },
    forgotPassword: async (call) => password.forgot(call.body.email, originOf(call)).then(() => done),
    async resetPassword(call) {
      setDeviceCookie(call.res, await password.reset(call.body, originOf(call)), secure);
      return done;
    },
    welcome: (call) => password.welcome(call.body, originOf(call)),
    changePassword: async ({ actor, body }) => password.change(actor, body).then(() => done),
    firstRunState: async () => ({ needed: await firstRun.needed() }),
    firstRun: async (call) => firstRun.run(call.body, call).then(() => done),
    session: ({ actor, req }) => session.current(actor, tokenOf(req)),
  };
}
