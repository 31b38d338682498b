// planted: renderer-knows-no-other-room
import type { secret } from '../../server/services/secret.service.ts';
export type Secret = typeof secret;
