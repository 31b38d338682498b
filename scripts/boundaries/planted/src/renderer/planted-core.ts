// planted: renderer-without-node
import { join } from 'node:path';
export const path = join;
