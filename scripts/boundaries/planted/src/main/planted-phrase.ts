// planted: texts-in-catalogues
export const gone = 'Una de esas carpetas ya no existe.';
