import type { Rule, RuleCreate, RuleUpdate } from '#shared/compliance/compliance.schemas.ts';
import { RULES_MAX } from '#shared/compliance/rule.ts';
import { type Actor, requireOpen } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { StoredExemption } from '../../platform/db/tables/compliance.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canMakeRules, canSeeLibrary } from '../access/libraries.policy.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { type Library, loadLibrary } from '../documents/records/library.queries.ts';
import { checkLabels } from '../documents/records/record-drafts.ts';
import { deleteRule, findRule, findRulesIn, type RuleRow, writeRule } from './compliance-rules.queries.ts';
import { writeStandings } from './compliance-standings.ts';
import { findFolders, type JudgedFolder } from './compliance-timelines.queries.ts';
import { audited, difference } from './rule-audit.ts';
import { presentRules } from './rules.presenter.ts';
import { t } from './texts.ts';

export function createRulesService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  async function folderAs(executor: Executor, actor: Actor, id: string): Promise<JudgedFolder> {
    const [folder] = await findFolders(executor, [id]);
    if (!folder || folder.organization !== actor.organization || !canSeeLibrary(actor, folder.group_id))
      throw notFound();
    return folder;
  }

  /** Locks the folder's library, and judges the actor by the rights that they have behind the lock. */
  async function lock(change: Change, caller: Actor, id: string) {
    const { group_id } = await folderAs(change.trx, caller, id);
    const { actor } = await lockLibraries(change, caller, [group_id]);
    const folder = await folderAs(change.trx, actor, id);
    requireOpen(actor, folder.group_id);
    if (!canMakeRules(actor, folder.group_id)) throw new ApiError('forbidden');
    return { folder, library: await loadLibrary(change.trx, actor, folder.group_id), actor };
  }

  async function lockRule(change: Change, caller: Actor, id: string) {
    const asked = await findRule(change.trx, caller.organization, id);
    if (!asked) throw notFound();
    const locked = await lock(change, caller, asked.folder_id);
    const row = await findRule(change.trx, caller.organization, id);
    if (!row) throw notFound();
    return { ...locked, row };
  }

  async function written(change: Change, locked: { folder: JudgedFolder; library: Library }, row: RuleRow) {
    await writeRule(change.trx, row);
    await follow(change, locked);
    const [presented] = await presentRules(change.trx, [row]);
    if (!presented) throw notFound();
    return presented;
  }

  return {
    /** The rules that are kept in a folder, for everybody who sees it. @throws not_found */
    async list(actor: Actor, id: string): Promise<{ rules: Rule[]; may: boolean }> {
      const folder = await folderAs(db, actor, id);
      return {
        rules: await presentRules(db, await findRulesIn(db, [id])),
        may: canMakeRules(actor, folder.group_id),
      };
    },

    /**
     * Needs publish in the library, or admin (docs/domain/roles-and-visibility.md).
     * @throws not_found, forbidden, invalid
     */
    create: (caller: Actor, body: RuleCreate): Promise<Rule> =>
      changes.run(caller, async (change) => {
        const locked = await lock(change, caller, body.folder);
        const { folder, library, actor } = locked;
        if ((await findRulesIn(change.trx, [folder.id])).length >= RULES_MAX) {
          throw invalid('folder', t('rules.full', { max: RULES_MAX }));
        }
        checkRule(library, folder, body);
        const row: RuleRow = {
          id: newId(),
          organization: folder.organization,
          group_id: folder.group_id,
          folder_id: folder.id,
          ...columnsOf(body),
          exemptions: exemptionsOf(change, actor, body, []),
          version: 1,
          created_at: change.at,
          updated_at: change.at,
        };
        change.audit({ action: 'rule.create', targetType: 'rule', targetId: row.id, after: audited(row) });
        return written(change, locked, row);
      }),

    /** @throws rev_changed with the rule as it is now */
    update: (caller: Actor, id: string, body: RuleUpdate): Promise<Rule> =>
      changes.run(caller, async (change) => {
        const locked = await lockRule(change, caller, id);
        const { folder, library, actor, row: before } = locked;
        if (body.version !== before.version) {
          const [current] = await presentRules(change.trx, [before]);
          throw new ApiError('rev_changed', { current }, { message: t('rules.changed') });
        }
        checkRule(library, folder, body, before);
        const row: RuleRow = {
          ...before,
          ...columnsOf(body),
          exemptions: exemptionsOf(change, actor, body, before.exemptions),
          version: before.version + 1,
          updated_at: change.at,
        };
        change.audit({
          action: 'rule.update',
          targetType: 'rule',
          targetId: id,
          ...difference(before, row),
        });
        return written(change, locked, row);
      }),

    remove: (caller: Actor, id: string): Promise<void> =>
      changes.run(caller, async (change) => {
        const locked = await lockRule(change, caller, id);
        await deleteRule(change.trx, locked.row, change.at);
        change.audit({
          action: 'rule.delete',
          targetType: 'rule',
          targetId: id,
          before: audited(locked.row),
        });
        await follow(change, locked);
      }),
  };
}

/** The standing of the folder and of each below it may change. Screens that show them fetch again. */
async function follow(
  change: Change,
  { folder, library }: { folder: JudgedFolder; library: Library },
): Promise<void> {
  const children = [...library.folders.values()].filter((each) => (each.parent ?? library.id) === folder.id);
  const touched = await findFolders(change.trx, [folder.id, ...children.map((each) => each.id)]);
  await writeStandings(change, touched);
  change.announce({ kind: 'folder.changed', folder: folder.id, group: folder.group_id });
}

/** Whether a folder lies directly in a place: in another folder, or at the top of the library. */
function isChild({ id, folders }: Library, folder: string, place: string): boolean {
  const found = folders.get(folder);
  return found !== undefined && (found.parent ?? id) === place;
}

/** Refuses a rule that refers to something missing. What it referred to before may stay. */
function checkRule(
  library: Library,
  folder: JudgedFolder,
  body: Omit<RuleUpdate, 'version'>,
  before?: RuleRow,
): void {
  const { documentType, labelsAll, labelsAny } = body.match;
  if (documentType !== null && !library.types.has(documentType)) {
    throw new ApiError('invalid', { 'match.documentType': t('rules.type') });
  }
  const carried = new Set([...(before?.labels_all ?? []), ...(before?.labels_any ?? [])]);
  checkLabels(
    library,
    [...labelsAll, ...labelsAny].filter((label) => !carried.has(label)),
  );
  if (
    body.responsible !== null &&
    body.responsible !== before?.responsible &&
    !library.members.has(body.responsible)
  ) {
    throw invalid('responsible', t('rules.person'));
  }
  for (const [at, exemption] of body.exemptions.entries()) {
    const judged =
      body.appliesTo === 'folder'
        ? exemption.folder === folder.id
        : isChild(library, exemption.folder, folder.id);
    const kept = before?.exemptions.some((each) => each.folder === exemption.folder);
    if (!judged && !kept) {
      throw new ApiError('invalid', {
        [`exemptions.${at}.folder`]: t('rules.elsewhere'),
      });
    }
  }
}

const columnsOf = (body: Omit<RuleUpdate, 'version' | 'exemptions'>) =>
  ({
    code: body.code,
    name: body.name,
    applies_to: body.appliesTo,
    document_type: body.match.documentType,
    labels_all: body.match.labelsAll,
    labels_any: body.match.labelsAny,
    title_pattern: body.match.titlePattern,
    min_count: body.minCount,
    accepted_states: [...body.acceptedStates].sort(),
    basis: body.validity.basis,
    months: body.validity.basis === 'issuedOn' ? body.validity.months : null,
    grace_days: body.validity.basis === 'none' && body.periodicity === 'once' ? 0 : body.validity.graceDays,
    periodicity: body.periodicity,
    severity: body.severity,
    responsible: body.responsible,
    warn_days: [...body.warnDays].sort((a, b) => b - a),
    legal_basis: body.legalBasis,
    starts_on: body.startsOn,
    active: body.active,
  }) as const;

/** The person who granted an exemption stays named while the exemption says the same. */
const exemptionsOf = (
  change: Change,
  actor: Actor,
  { exemptions }: Pick<RuleUpdate, 'exemptions'>,
  before: readonly StoredExemption[],
): StoredExemption[] =>
  exemptions.map(({ folder, reason, until }) => {
    const same = before.find(
      (each) => each.folder === folder && each.reason === reason && each.until === until,
    );
    return same ?? { folder, reason, until, by: actor.user, at: change.at.toISOString() };
  });
