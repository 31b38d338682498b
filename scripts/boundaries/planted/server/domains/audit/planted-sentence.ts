// planted: texts-in-catalogues
export const taken = (name: string): string => `Ya hay una etiqueta «${name}» en ese lugar.`;
