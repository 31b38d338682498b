// planted: engine-io-by-ports
import { rename } from 'node:fs/promises';
export const move = rename;
