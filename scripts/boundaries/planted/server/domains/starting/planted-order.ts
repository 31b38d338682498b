// planted: order-of-starting
import { here } from '../live/here.ts';

export const above = here;
