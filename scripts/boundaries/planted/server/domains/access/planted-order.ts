// planted: order-of-access
import { here } from '../organization/here.ts';

export const above = here;
