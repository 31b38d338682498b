import { z } from 'zod';
import * as people from '../people/people.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done } from '../platform/primitives.ts';
import * as auth from './auth.schemas.ts';

/** Sign-in and what follows from it: the embedded user pool. */
export const authTable = table({
  signIn: {
    method: 'POST',
    path: '/auth/sign-in',
    summary: 'Sign in with e-mail and password',
    who: 'anyone',
    body: auth.signIn,
    result: auth.signInResult,
    errors: ['bad_credentials', 'disabled', 'demo_local', 'rate_limited'],
  },
  answerChallenge: {
    method: 'POST',
    path: '/auth/challenge',
    summary: 'Answer what sign-in asked for: a code, a first own password, or the one after the other',
    who: 'anyone',
    body: auth.challengeAnswer,
    result: auth.signInResult,
    errors: ['bad_code', 'disabled', 'demo_local', 'password_policy', 'rate_limited'],
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    summary: 'A new identity token for a refresh token (body, or cookie in browsers)',
    who: 'anyone',
    body: auth.refresh,
    result: auth.tokens,
    errors: ['disabled', 'demo_local', 'rate_limited'],
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'End the session of this refresh token',
    who: 'anyone',
    body: auth.refresh,
    result: done,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Mail a code; the answer is the same whether or not the address is known',
    who: 'anyone',
    body: auth.forgot,
    result: done,
    errors: ['rate_limited'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a password with the mailed code',
    who: 'anyone',
    body: auth.reset,
    result: done,
    errors: ['bad_code', 'password_policy', 'rate_limited'],
  },
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change one’s own password',
    who: 'signed-in',
    body: auth.changePassword,
    result: done,
    errors: ['bad_credentials', 'password_policy', 'rate_limited'],
  },
  jwks: {
    method: 'GET',
    path: '/auth/.well-known/jwks.json',
    summary: 'Public keys of the identity tokens',
    who: 'anyone',
    raw: true,
    answers: { 200: 'application/json' },
  },
  firstRunState: {
    method: 'GET',
    path: '/auth/first-run',
    summary: 'Whether this installation still waits for its organization',
    who: 'anyone',
    result: auth.firstRunState,
    noCache: true,
  },
  firstRun: {
    method: 'POST',
    path: '/auth/first-run',
    summary: 'Make the organization and its admin with the one-time code of the console',
    who: 'anyone',
    body: auth.firstRun,
    result: done,
    errors: ['bad_code', 'conflict', 'password_policy', 'rate_limited'],
  },
});

/** The session, and the state of the server. */
export const coreTable = table({
  session: {
    method: 'GET',
    path: '/session',
    summary: 'The signed-in person',
    who: 'signed-in',
    beforeSecondStep: true,
    result: people.session,
    noCache: true,
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'The process is up; names the product, so that a desktop can check an address',
    who: 'anyone',
    result: z.object({
      ok: z.literal(true),
      product: z.literal('legajo'),
      version: z.string(),
      environment: z.string(),
    }),
    noCache: true,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    summary:
      'Database and storage answer; whether files can be written is said apart, for reads go on without',
    who: 'anyone',
    result: z.object({
      ok: z.literal(true),
      database: z.string(),
      storage: z.string(),
      writes: z.boolean(),
    }),
    noCache: true,
    errors: ['unavailable'],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This table as OpenAPI 3.1',
    who: 'anyone',
    raw: true,
    answers: { 200: 'application/json' },
  },
  realtime: {
    method: 'GET',
    path: '/realtime',
    summary: 'WebSocket: token in the first frame, then channels',
    who: 'anyone',
    raw: true,
    answers: { 101: null },
    errors: ['upgrade_required'],
  },
});
