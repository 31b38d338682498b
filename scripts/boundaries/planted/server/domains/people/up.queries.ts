// planted: queries-are-kysely
import { secret } from './secret.service.ts';

export const row = secret;
