import type { Config } from '../../config.ts';
import { ApiError } from '../../platform/errors.ts';

/** @throws demo_local for one of the demo's people who does not come from the server's own machine */
export type RequireDemoHere = (person: { readonly email: string }, from: { readonly local: boolean }) => void;

/**
 * The demo's people have a public password: without DEMO=yes they may come in, and call, from the server's own machine
 * only.
 * @param isDemoEmail whether an account is one of the demo's
 */
export const demoRule =
  (config: Pick<Config, 'demo'>, isDemoEmail: (email: string) => boolean): RequireDemoHere =>
  ({ email }, { local }) => {
    if (config.demo !== 'yes' && !local && isDemoEmail(email)) throw new ApiError('demo_local');
  };
