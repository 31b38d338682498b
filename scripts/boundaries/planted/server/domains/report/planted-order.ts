// planted: order-of-report
import { here } from '../overview/here.ts';

export const above = here;
