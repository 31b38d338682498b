import { type Notification, notificationType } from '#shared/schemas/notification.ts';
import type { SeenNotification } from '../repositories/notifications.ts';

/** A notification as the wire shows it: its record is what its recipient sees of it. */
export function presentNotification(row: SeenNotification, now: Date): Notification {
  return {
    _id: row.id,
    type: notificationType.parse(row.type),
    state: row.state,
    ref: {
      _id: row.record_id,
      title: row.title,
      state: row.face_state,
      group: { _id: row.group_id, name: row.group_name },
      file: { name: row.name, type: row.file_type },
    },
    from: { _id: row.from_user, firstname: row.firstname, lastname: row.lastname },
    refModel: 'Record',
    refId: row.record_id,
    notifyAt: row.notify_at.toISOString(),
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    hidden: row.notify_at > now,
    dueOn: row.due_on,
  };
}
