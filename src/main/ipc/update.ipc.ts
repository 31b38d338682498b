import type { Updates } from '../updates/updates.ts';
import type { Handlers } from './handle.ts';

export function updateCalls(updates: Updates): Handlers<'update'> {
  return {
    'update:state': () => updates.state(),
    'update:check': () => updates.check(true),
    'update:install': async () => {
      await updates.install();
      return undefined;
    },
  };
}
