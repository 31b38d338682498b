import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Gives every request an id, in the log and in the answer, so that a person can name the one that failed. */
export const requestId: RequestHandler = (_req, res, next) => {
  const id = randomUUID();
  res.locals.requestId = id;
  res.set('x-request-id', id);
  next();
};
