// planted: order-of-retention
import { here } from '../reviews/here.ts';

export const above = here;
