// planted: platform-knows-no-domain
import { secret } from '../domains/people/secret.service.ts';

export const known = secret;
