import type { RequestHandler } from 'express';
import { requestIdOf } from '../calls/call-notes.ts';

/** Tells every client the id of its request, so that a person can name the one that failed. */
export const requestId: RequestHandler = (req, res, next) => {
  res.locals.requestId = requestIdOf(req);
  res.set('x-request-id', requestIdOf(req));
  next();
};
