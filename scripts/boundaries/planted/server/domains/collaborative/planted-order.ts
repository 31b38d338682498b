// planted: order-of-collaborative
import { here } from '../reviews/here.ts';

export const above = here;
