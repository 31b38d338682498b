// planted: order-of-identity
import { here } from '../libraries/here.ts';

export const above = here;
