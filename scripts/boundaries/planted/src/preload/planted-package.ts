// planted: preload-packages
import { z } from 'zod';
export const schema = z;
