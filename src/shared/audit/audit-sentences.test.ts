import { expect, it } from 'vitest';
import type { AuditEvent } from './audit.schemas.ts';
import { auditText } from './audit-sentences.ts';

const event: AuditEvent = {
  _id: '1',
  at: '2026-11-29T10:00:00.000Z',
  actor: { _id: '2', firstname: 'Carolina', lastname: 'Oyarzún', email: null },
  action: 'record.move',
  target: {
    type: 'record',
    _id: '3',
    name: 'Acta de obra',
    closed: false,
    there: true,
    email: null,
    within: null,
  },
  changes: [],
  ip: null,
};
const of = (target: Partial<AuditEvent['target']>) => ({ ...event, target: { ...event.target, ...target } });

it.each<[string, AuditEvent]>([
  ['Carolina Oyarzún movió el documento «Acta de obra»', event],
  ['Carolina Oyarzún movió el documento reservado', of({ name: null, closed: true })],
  ['Carolina Oyarzún movió el documento reservado', of({ closed: true })],
  ['Carolina Oyarzún movió el documento', of({ name: null })],
  ['El sistema movió el documento «Acta de obra»', { ...event, actor: null }],
  [
    'Alguien que ya no está inició sesión',
    { ...event, action: 'session.started', actor: { _id: '2', firstname: '', lastname: '', email: null } },
  ],
  [
    'Carolina Oyarzún movió algo en retención legal, y la retención «Acta de obra» lo siguió',
    { ...event, action: 'hold.follow' },
  ],
  [
    'Carolina Oyarzún (carolina@legajo.test) creó la cuenta de «Carolina Oyarzún» (otra@legajo.test)',
    {
      ...event,
      action: 'user.created',
      actor: { _id: '2', firstname: 'Carolina', lastname: 'Oyarzún', email: 'carolina@legajo.test' },
      target: { ...event.target, type: 'user', name: 'Carolina Oyarzún', email: 'otra@legajo.test' },
    },
  ],
  ['Carolina Oyarzún constructor «Acta de obra»', { ...event, action: 'constructor' }],
])('says %s', (text, each) => expect(auditText(each)).toBe(text));
