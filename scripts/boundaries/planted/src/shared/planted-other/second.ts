export { third } from '../planted-one/third.ts';

export const second = 2;
