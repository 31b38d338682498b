// planted: order-of-live
import { here } from '../overview/here.ts';

export const above = here;
