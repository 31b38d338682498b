// planted: product-without-test-helpers
import { factory } from './testing/factory.ts';
export const product = factory;
