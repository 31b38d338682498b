// planted: order-of-comments
import { here } from '../reviews/here.ts';

export const above = here;
