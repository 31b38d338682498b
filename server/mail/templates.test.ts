import { describe, expect, it } from 'vitest';
import { invitationMail, resetMail, reviewDigestMail, reviewRequestMail } from './templates.ts';

const request = {
  title: 'Plan <b>de</b> "calidad" & obra',
  library: 'Calidad',
  from: 'Ana Muñoz',
  comment: 'Línea uno\n<script>alert(1)</script>',
  url: 'https://legajo.test/records/view/1',
};

describe('mail templates', () => {
  it('let no markup of people into the HTML, and keep the text as it was written', () => {
    const { subject, text, html } = reviewRequestMail({ firstname: '<i>Eva</i>', request });
    expect(subject).toBe('Revisión solicitada: Plan <b>de</b> "calidad" & obra');
    expect(text).toContain(request.comment);
    expect(html).not.toMatch(/<script|<i>|<b>/);
    expect(html).toContain('Línea uno<br>&lt;script&gt;');
    expect(html).toContain('<a href="https://legajo.test/records/view/1">');
  });

  it('make one line of a subject', () => {
    const { subject } = reviewRequestMail({
      firstname: 'Eva',
      request: { ...request, title: 'Uno\r\nBcc: otro' },
    });
    expect(subject).toBe('Revisión solicitada: Uno Bcc: otro');
  });

  it('say what their reader needs', () => {
    const url = 'https://legajo.test/';
    const invitation = invitationMail({
      firstname: 'Eva',
      to: 'eva@legajo.test',
      temporaryPassword: 'abc-123',
      url,
    });
    for (const part of ['Hola, Eva:', 'eva@legajo.test', 'abc-123', url])
      expect(invitation.text).toContain(part);
    const reset = resetMail({ firstname: 'Eva', code: '123456', minutes: 15, url });
    for (const part of ['123456', '15 minutos', url]) expect(reset.text).toContain(part);
    const digest = reviewDigestMail({ firstname: 'Eva', requests: [request, { ...request, title: 'Otro' }] });
    expect(digest.subject).toBe('2 documentos esperan tu revisión');
    for (const part of ['«Otro» (Calidad), pedido por Ana Muñoz.', request.url])
      expect(digest.text).toContain(part);
  });
});
