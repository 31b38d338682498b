import {
  calendarNoticeType,
  folderNoticeType,
  type Notification,
  recordNoticeType,
} from '#shared/notifications/notifications.schemas.ts';
import type { SeenNotification } from './notifications.queries.ts';

/** A notification as the wire shows it, with what its recipient sees of its subject. */
export function presentNotification(row: SeenNotification, now: Date): Notification {
  const told = {
    _id: row.id,
    state: row.state,
    notifyAt: row.notify_at.toISOString(),
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    hidden: row.notify_at > now,
    dueOn: row.due_on,
  };
  if ('folder_id' in row) {
    const place = row.folder_id ?? '';
    return {
      ...told,
      type: folderNoticeType.parse(row.type),
      ref: { _id: place, title: row.title, group: { _id: row.group_id ?? '', name: row.group_name } },
      from: null,
      refModel: 'Folder',
      refId: place,
    };
  }
  if ('occurrence_id' in row) {
    const occurrence = row.occurrence_id ?? '';
    return {
      ...told,
      type: calendarNoticeType.parse(row.type),
      ref: { _id: occurrence, title: row.title, group: { _id: row.calendar_id, name: row.group_name } },
      from: row.from_user
        ? { _id: row.from_user, firstname: row.firstname ?? '', lastname: row.lastname ?? '' }
        : null,
      refModel: 'Occurrence',
      refId: occurrence,
    };
  }
  return {
    ...told,
    type: recordNoticeType.parse(row.type),
    commentId: row.comment_id,
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
  };
}
