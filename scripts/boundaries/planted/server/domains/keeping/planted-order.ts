// planted: order-of-keeping
import { here } from '../documents/here.ts';

export const above = here;
