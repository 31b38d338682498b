// planted: order-of-contractors
import { here } from '../report/here.ts';

export const above = here;
