import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { dailyMail, invitationMail, noticeMail, noticesMail, resetMail } from './mail-templates.ts';
import type { NoticeLine } from './notice-texts.ts';

const stop = 'https://legajo.test/unsubscribe/a.b.c';
const line: NoticeLine = {
  type: 'RECORD.REVIEW.REQUEST',
  state: -1,
  about: '1',
  title: 'Plan <b>de</b> "calidad" & obra',
  library: 'Calidad',
  from: 'Ana Muñoz',
  comment: 'Línea uno\n<script>alert(1)</script>',
  dueOn: null,
  url: 'https://legajo.test/records/view/1',
};

describe('mail templates', () => {
  it('let no markup of people into the HTML, and keep the text as it was written', () => {
    const { subject, text, html } = noticeMail({ firstname: '<i>Eva</i>', line, stop });
    expect(subject).toBe('Revisión solicitada: Plan <b>de</b> "calidad" & obra');
    expect(text).toContain('> Línea uno\n> <script>alert(1)</script>');
    expect(html).not.toMatch(/<script|<i>|<b>/);
    expect(html).toContain('Línea uno<br>&lt;script&gt;');
    expect(html).toContain('<a href="https://legajo.test/records/view/1">');
  });

  it('make one line of a subject', () => {
    const { subject } = noticeMail({ firstname: 'Eva', line: { ...line, title: 'Uno\r\nBcc: otro' }, stop });
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
    const whole = invitationMail({
      ...{ firstname: 'Eva', to: 'eva@legajo.test', temporaryPassword: 'abc-123', url },
      ...{ organization: 'Obras <Sur>', by: 'Ana Muñoz' },
    });
    expect(whole.subject).toBe('Tu cuenta en Legajo: Obras <Sur>');
    expect(whole.text).toContain('Ana Muñoz te invita a Legajo, donde están los documentos de Obras <Sur>.');
    expect(whole.text).toContain('Hasta entonces vale esta, y solo mientras no te envíen otra.');
    const reset = resetMail({ firstname: 'Eva', code: '123456', minutes: 15, url });
    for (const part of ['123456', '15 minutos', url]) expect(reset.text).toContain(part);
    for (const mail of [invitation, reset]) expect(mail.text).toContain('no se pueden desactivar');
    const requests = noticesMail({
      firstname: 'Eva',
      lines: [line, { ...line, about: '2', title: 'Otro' }],
      stop,
    });
    expect(requests.subject).toBe('2 documentos esperan tu revisión');
    for (const part of ['Otro (Calidad)', 'Ana Muñoz pidió tu revisión.', line.url, stop])
      expect(requests.text).toContain(part);
    const mixed = noticesMail({ firstname: 'Eva', lines: [line, { ...line, type: 'RECORD.CREATED' }], stop });
    expect(mixed.subject).toBe('2 notificaciones de Legajo');
  });

  it('count documents and folders apart', () => {
    const lines: NoticeLine[] = [
      line,
      { ...line, type: 'RECORD.CREATED' },
      { ...line, about: 'f', title: 'Seguros', type: 'FOLDER.FAILED', from: null },
    ];
    const { text } = dailyMail({ firstname: 'Eva', day: '2026-12-03', lines, stop });
    expect(text).toContain('hubo 3 notificaciones sobre un documento y una carpeta:');
    expect(text).toContain('Seguros (Calidad)');
    expect(text).toContain('Abrir la carpeta');
  });

  it('say each kind of thing in good Spanish', () => {
    const of = (values: Partial<NoticeLine>) =>
      noticeMail({
        firstname: 'Eva',
        line: { ...line, title: 'Plan', comment: '', state: STATE.approved, ...values },
        stop,
      });
    expect(of({ type: 'RECORD.REVIEWED' }).text).toContain('Ana Muñoz aprobó «Plan» (Calidad).');
    expect(of({ type: 'RECORD.REVIEWED', state: STATE.rejected }).subject).toBe('Ana Muñoz rechazó: Plan');
    expect(of({ type: 'RECORD.CREATED' }).text).toContain('Ana Muñoz creó «Plan» (Calidad).');
    const folder = {
      about: 'f',
      title: 'Seguros',
      from: null,
      comment: 'Póliza vigente.',
      dueOn: '2026-12-03',
    };
    const due = of({ ...folder, type: 'FOLDER.DUE' });
    expect(due.subject).toBe('Por vencer: Seguros');
    for (const part of [
      'En la carpeta «Seguros» (Calidad)',
      '> Póliza vigente.',
      'El plazo vence el 3 dic 2026.',
    ])
      expect(due.text).toContain(part);
    expect(due.text).toContain('Abrir la carpeta');
    const failed = of({ ...folder, type: 'FOLDER.FAILED' });
    expect(failed.subject).toBe('No se cumple: Seguros');
    expect(failed.text).toContain('El plazo venció el 3 dic 2026.');
    const own = of({ type: 'RECORD.REMINDER', from: null, comment: 'Llamar al inspector' });
    expect(own.subject).toBe('Recordatorio: Llamar al inspector');
    expect(own.text).toContain('Pediste que te recordáramos «Plan» (Calidad).');
    expect(of({ type: 'RECORD.REMINDER' }).text).toContain('Ana Muñoz te dejó un recordatorio');
    expect(of({ dueOn: '2026-12-04' }).text).toContain('Fecha límite: 4 dic 2026.');
    expect(of({ type: 'CALENDAR.REQUEST', dueOn: '2026-08-13' }).text).toContain('Vencimiento: 13 ago 2026.');
  });

  it('gather a day by document, each once', () => {
    const { subject, text, html } = dailyMail({
      firstname: 'Eva',
      day: '2026-11-21',
      stop,
      lines: [
        { ...line, title: 'Plan', comment: 'Antes del lunes' },
        { ...line, about: '2', title: 'Acta', type: 'RECORD.CREATED', comment: '' },
        { ...line, title: 'Plan', type: 'RECORD.REVIEWED', state: STATE.published, comment: '' },
      ],
    });
    expect(subject).toBe('Tu resumen del 21 nov 2026');
    expect(text).toContain('hubo 3 notificaciones sobre 2 documentos');
    expect(text.match(/Plan \(Calidad\)/g)).toHaveLength(1);
    expect(text.indexOf('Ana Muñoz lo publicó.')).toBeLessThan(text.indexOf('Acta (Calidad)'));
    expect(html.match(/<h2/g)).toHaveLength(2);
  });
});
