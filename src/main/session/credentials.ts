import type { SessionState } from '#shared/ipc/desktop.ts';

/** What is used of keytar: one secret per service and account, in the system's secret store. */
export interface SecretStore {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'Legajo';

/**
 * The refresh token of each server, in the system's secret store. Where there is none (a Linux without a keyring,
 * a locked one), it lives in this object and ends with the app; `kept` says so. It is never written elsewhere.
 */
export function createCredentials(store: SecretStore) {
  const memory = new Map<string, string>();
  let kept: SessionState['kept'] = 'keyring';

  return {
    /** Where the last secret went. */
    kept: () => kept,

    async load(server: string): Promise<string | null> {
      const held = memory.get(server);
      if (held) return held;
      return store.getPassword(SERVICE, server).catch(() => null);
    },

    async save(server: string, secret: string): Promise<void> {
      try {
        await store.setPassword(SERVICE, server, secret);
        // A store that takes a secret and does not give it back is none.
        if ((await store.getPassword(SERVICE, server)) !== secret) throw new Error('not kept');
        memory.delete(server);
        kept = 'keyring';
      } catch {
        memory.set(server, secret);
        kept = 'memory';
      }
    },

    async remove(server: string): Promise<void> {
      memory.delete(server);
      kept = 'keyring';
      await store.deletePassword(SERVICE, server).catch(() => false);
    },
  };
}
export type Credentials = ReturnType<typeof createCredentials>;

/**
 * The system's secret store by keytar's interface; one that takes nothing where its program part cannot be loaded.
 * On Linux it is the Secret Service and nothing else: left to itself the library falls back to the kernel's keys,
 * which a restart of the computer forgets without a word.
 */
export async function systemStore(): Promise<SecretStore> {
  const options = { linux: { store: 'secret-service' as const } };
  const keyring = await import('keytar').catch(() => null);
  const entry = (service: string, account: string) => {
    if (!keyring) throw new Error('no secret store');
    return new keyring.AsyncEntry(service, account, options);
  };
  return {
    getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
    setPassword: async (service, account, secret) => entry(service, account).setPassword(secret),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
  };
}
