// planted: order-of-search
import { here } from '../labels/here.ts';

export const above = here;
