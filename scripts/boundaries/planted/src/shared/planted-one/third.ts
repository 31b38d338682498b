export const third = 3;
