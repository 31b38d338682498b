// planted: preload-imports-types-only
import { channels } from '../shared/ipc/channels.ts';
export const bridge = channels;
