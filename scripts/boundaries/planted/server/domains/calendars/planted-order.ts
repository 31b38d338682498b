// planted: order-of-calendars
import { here } from '../report/here.ts';

export const above = here;
