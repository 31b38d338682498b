import { z } from 'zod';
import { anchor } from '#shared/comments/comments.schemas.ts';
import { useUnsentAbout } from '../../../hooks/unsent.ts';
import type { Draft } from './comments-context.tsx';

const draft = z.object({ version: z.string(), anchor: anchor.nullable() });

const beginning = (record: string): string => `comment on ${record} `;

/** What the words of a new comment on a document are kept for (`useUnsent`). */
export const aboutDraft = (record: string, { version, anchor: place }: Draft): string =>
  beginning(record) + JSON.stringify({ version, anchor: place });

function draftOf(record: string, about: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(about.slice(beginning(record).length))).data;
  } catch {
    // Something else of the same comment, such as who was named in it.
    return undefined;
  }
}

/** The new comment on this document that was begun last and not sent. */
export const useLeftDraft = (record: string): Draft | undefined =>
  useUnsentAbout(beginning(record))
    .map((about) => draftOf(record, about))
    .findLast((each) => each !== undefined);
