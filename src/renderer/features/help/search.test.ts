import { describe, expect, it } from 'vitest';
import { ARTICLES } from './articles.ts';
import { helpSearch } from './search.ts';
import { questions } from './texts.ts';

const search = helpSearch(ARTICLES);
const first = (text: string) => search(text)[0]?.to;

describe('the search of the help', () => {
  it.each([
    ['cargar', '/help?article=cargar'],
    ['CARGAR DOCUMENTOS', '/help?article=cargar'],
    ['auditoria', '/help?article=auditoria'],
    ['etiqueta', '/help?article=etiquetas'],
    ['departamento jefatura', '/help?article=departamentos'],
    ['sincronizasion', '/help?article=sincronizacion'],
    ['qr', '/help?article=perfil'],
  ])('finds «%s»', (text, to) => {
    expect(first(text)).toBe(to);
  });

  it('finds a question by what its answer says', () => {
    const lost = questions().find(({ question }) => question.includes('teléfono'));
    expect(search('teléfono códigos').map(({ to }) => to)).toContain(`/help/faq?question=${lost?.id}`);
  });

  it('finds nothing for what nobody wrote, and for nothing', () => {
    expect(search('zxqwv')).toEqual([]);
    expect(search('  ')).toEqual([]);
  });

  it('tells a person nothing of what only an admin can do', () => {
    const own = helpSearch(ARTICLES.filter(({ admin }) => !admin));
    expect(own('auditoría').map(({ to }) => to)).not.toContain('/help?article=auditoria');
  });
});
