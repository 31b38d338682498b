// planted: domains-are-composed-from-above
import { made } from '../../planted-dev.ts';

export const composed = made;
