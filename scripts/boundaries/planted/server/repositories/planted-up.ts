// planted: repositories-are-kysely
import { secret } from '../services/secret.service.ts';
export const row = secret;
