import { CollaborativeHost } from './collaborative-host.tsx';
import { openCollaborative } from './store.ts';

/** What this feature gives the shell. */
export const collaborativeSlot = { Host: CollaborativeHost, open: openCollaborative };
