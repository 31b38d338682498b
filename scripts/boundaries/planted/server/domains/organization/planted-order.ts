// planted: order-of-organization
import { here } from '../audit/here.ts';

export const above = here;
