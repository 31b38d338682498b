// planted: shared-rooms-in-order
export { second } from '../planted-other/second.ts';
