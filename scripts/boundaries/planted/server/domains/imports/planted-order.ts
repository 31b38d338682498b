// planted: order-of-imports
import { here } from '../live/here.ts';

export const above = here;
