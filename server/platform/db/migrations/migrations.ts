import type { Migration } from 'kysely/migration';
import * as organization from './0001-organization.ts';
import * as documents from './0002-documents.ts';
import * as events from './0003-events.ts';
import * as identity from './0004-identity.ts';
import * as delivery from './0005-delivery.ts';
import * as fileTexts from './0006-file-texts.ts';
import * as compliance from './0008-compliance.ts';
import * as notices from './0009-notices.ts';
import * as finding from './0010-finding.ts';
import * as scans from './0011-scans.ts';
import * as templates from './0012-templates.ts';
import * as timelines from './0013-compliance-timelines.ts';
import * as moreTexts from './0015-more-texts.ts';
import * as folderNotices from './0016-folder-notices.ts';
import * as people from './0017-people.ts';
import * as libraries from './0018-libraries.ts';
import * as vocabulary from './0019-vocabulary.ts';
import * as calendars from './0020-calendars.ts';
import * as totp from './0022-totp.ts';
import * as auditTrail from './0023-audit-trail.ts';
import * as holds from './0025-holds.ts';
import * as report from './0026-report.ts';
import * as retention from './0027-retention.ts';
import * as quickerFaces from './0028-quicker-faces.ts';
import * as unfinishedVersions from './0029-unfinished-versions.ts';
import * as guesses from './0030-guesses.ts';
import * as contentBlocks from './0031-content-blocks.ts';
import * as uploadLocks from './0032-upload-locks.ts';
import * as room from './0033-room.ts';
import * as waysIn from './0034-ways-in.ts';
import * as sharedCounts from './0036-shared-counts.ts';
import * as textTurns from './0037-text-turns.ts';
import * as everyWord from './0038-every-word.ts';
import * as namesThatLookAlike from './0039-names-that-look-alike.ts';
import * as blankBraille from './0040-blank-braille.ts';
import * as comments from './0041-comments.ts';
import * as commentReplies from './0042-comment-replies.ts';
import * as follows from './0043-follows.ts';
import * as outlookMessages from './0044-outlook-messages.ts';
import * as inactiveSince from './0045-inactive-since.ts';
import * as rulesBegin from './0046-rules-begin.ts';
import * as decisionsOfDueDays from './0047-decisions-of-due-days.ts';
import * as accessLinks from './0048-access-links.ts';
import * as feedMarks from './0049-feed-marks.ts';
import * as evidenceUploads from './0050-evidence-uploads.ts';
import * as reportOnPaper from './0051-report-on-paper.ts';
import * as tableImports from './0052-table-imports.ts';
import * as dueDaysByTheirEvidence from './0053-due-days-by-their-evidence.ts';
import * as commentsOfDueDays from './0054-comments-of-due-days.ts';
import * as parties from './0055-parties.ts';
import * as fileRequests from './0056-file-requests.ts';
import * as obligationSeries from './0057-obligation-series.ts';
import * as reportMails from './0058-report-mails.ts';

/** In order; a static table, so that it is bundled like any other code. Landed ones never change. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-organization': organization,
  '0002-documents': documents,
  '0003-events': events,
  '0004-identity': identity,
  '0005-delivery': delivery,
  '0006-file-texts': fileTexts,
  '0008-compliance': compliance,
  '0009-notices': notices,
  '0010-finding': finding,
  '0011-scans': scans,
  '0012-templates': templates,
  '0013-compliance-timelines': timelines,
  '0015-more-texts': moreTexts,
  '0016-folder-notices': folderNotices,
  '0017-people': people,
  '0018-libraries': libraries,
  '0019-vocabulary': vocabulary,
  '0020-calendars': calendars,
  '0022-totp': totp,
  '0023-audit-trail': auditTrail,
  '0025-holds': holds,
  '0026-report': report,
  '0027-retention': retention,
  '0028-quicker-faces': quickerFaces,
  '0029-unfinished-versions': unfinishedVersions,
  '0030-guesses': guesses,
  '0031-content-blocks': contentBlocks,
  '0032-upload-locks': uploadLocks,
  '0033-room': room,
  '0034-ways-in': waysIn,
  '0036-shared-counts': sharedCounts,
  '0037-text-turns': textTurns,
  '0038-every-word': everyWord,
  '0039-names-that-look-alike': namesThatLookAlike,
  '0040-blank-braille': blankBraille,
  '0041-comments': comments,
  '0042-comment-replies': commentReplies,
  '0043-follows': follows,
  '0044-outlook-messages': outlookMessages,
  '0045-inactive-since': inactiveSince,
  '0046-rules-begin': rulesBegin,
  '0047-decisions-of-due-days': decisionsOfDueDays,
  '0048-access-links': accessLinks,
  '0049-feed-marks': feedMarks,
  '0050-evidence-uploads': evidenceUploads,
  '0051-report-on-paper': reportOnPaper,
  '0052-table-imports': tableImports,
  '0053-due-days-by-their-evidence': dueDaysByTheirEvidence,
  '0054-comments-of-due-days': commentsOfDueDays,
  '0055-parties': parties,
  '0056-file-requests': fileRequests,
  '0057-obligation-series': obligationSeries,
  '0058-report-mails': reportMails,
};
