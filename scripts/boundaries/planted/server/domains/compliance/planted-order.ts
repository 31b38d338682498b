// planted: order-of-compliance
import { here } from '../reviews/here.ts';

export const above = here;
