// planted: order-of-labels
import { here } from '../search/here.ts';

export const above = here;
