// planted: renderer-knows-no-other-room
import type { secret } from '../../server/domains/people/secret.service.ts';
export type Secret = typeof secret;
