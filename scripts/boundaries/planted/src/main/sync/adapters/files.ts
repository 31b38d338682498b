export const files = 1;
