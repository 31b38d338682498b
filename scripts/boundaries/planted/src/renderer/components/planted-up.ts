// planted: presentation-below-features
import { store } from '../features/upload/store.ts';
export const uploads = store;
