// planted: order-of-audit
import { here } from '../identity/here.ts';

export const above = here;
