// planted: uploads-below-services
import { secret } from '../services/secret.service.ts';
export const planted = secret;
