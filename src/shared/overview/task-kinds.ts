/**
 * Why something waits for a person, the one that decides what to do first: a document to review, to publish, of their own
 * to correct, or that expires; a due day to meet; a folder that does not comply.
 */
export const TASK_KINDS = ['review', 'publish', 'correct', 'expire', 'obligation', 'folder'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
export const DOCUMENT_TASKS = ['review', 'publish', 'correct', 'expire'] as const satisfies TaskKind[];
export type DocumentTask = (typeof DOCUMENT_TASKS)[number];
