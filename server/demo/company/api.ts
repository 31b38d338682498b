import { createHash } from 'node:crypto';
import { contract } from '#shared/contract.ts';
import { BUNDLE_TYPE, bundleHead } from '#shared/documents/bundle.ts';
import type { CallInput, CallResult } from '#shared/platform/endpoint.ts';

type Contract = typeof contract;

/** A document to send: its file is a line of text. */
export interface SentDocument {
  readonly group: string;
  readonly folder: string;
  readonly title: string;
  readonly documentType: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** Somebody's calls to a running server. */
export interface Api {
  call<N extends keyof Contract>(name: N, input: CallInput<Contract[N]>): Promise<CallResult<Contract[N]>>;
  /** Sends published documents. @returns the record of each */
  send(documents: readonly SentDocument[]): Promise<string[]>;
}

const PUBLISHED = 3;
const AT_ONCE = 100;

/** @param address `http://…` without a slash at its end. @throws where the sign-in is refused */
export async function signIn(address: string, email: string, password: string): Promise<Api> {
  const request = async (name: keyof Contract, input: object, init: RequestInit): Promise<never> => {
    const { method, path } = contract[name];
    const { params = {}, query = {} } = input as Record<'params' | 'query', Record<string, string>>;
    const filled = path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(params[key] ?? ''));
    const answer = await fetch(`${address}/api${filled}?${new URLSearchParams(query)}`, { method, ...init });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    // The server has checked it against the contract.
    return (await answer.json()) as never;
  };
  const json = (body: unknown) => ({ body: JSON.stringify(body), type: 'application/json' });
  const credentials = json({ email, password, client: 'api' });
  const { idToken }: { idToken: string } = await request(
    'signIn',
    {},
    {
      body: credentials.body,
      headers: { 'content-type': credentials.type },
    },
  );
  const authorization = `Bearer ${idToken}`;
  return {
    async call(name, input) {
      const { body } = input as { body?: unknown };
      const sent = body === undefined ? undefined : json(body);
      return request(name, input, {
        headers: { authorization, ...(sent ? { 'content-type': sent.type } : {}) },
        ...(sent ? { body: sent.body } : {}),
      });
    },
    async send(documents) {
      const made: string[] = [];
      for (let at = 0; at < documents.length; at += AT_ONCE) {
        const files = documents
          .slice(at, at + AT_ONCE)
          .map((each) => Buffer.from(`${each.title}, ${each.day}\n`));
        const items = documents.slice(at, at + AT_ONCE).map((each, index) => {
          const [year, month, day] = each.day.split('-').map(Number);
          const size = files[index]?.length ?? 0;
          return {
            ...{ group: each.group, parent: each.folder, title: each.title, name: `${each.title}.txt` },
            ...{ year, month, day, size, state: PUBLISHED, documentType: each.documentType },
            ...{
              operation: crypto.randomUUID(),
              file: { name: `${each.title}.txt`, type: 'text/plain', size },
            },
            sha256: createHash('sha256')
              .update(files[index] ?? '')
              .digest('hex'),
          };
        });
        const { results }: CallResult<Contract['recordsSend']> = await request(
          'recordsSend',
          {},
          {
            headers: { authorization, 'content-type': BUNDLE_TYPE },
            body: Buffer.concat([bundleHead(items), ...files]),
          },
        );
        for (const result of results) {
          if (!result.ok) throw new Error(JSON.stringify(result.error));
          made.push(result.confirmed.version.record);
        }
      }
      return made;
    },
  };
}
