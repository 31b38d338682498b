// planted: features-apart
import { store } from '../upload/store.ts';
export const uploads = store;
