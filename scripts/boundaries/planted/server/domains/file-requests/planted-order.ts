// planted: order-of-file-requests
import { here } from '../report/here.ts';

export const above = here;
