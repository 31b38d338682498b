// planted: order-of-reviews
import { here } from '../retention/here.ts';

export const above = here;
