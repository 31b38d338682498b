// planted: order-of-overview
import { here } from '../live/here.ts';

export const above = here;
