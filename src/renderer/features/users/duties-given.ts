import type { HandedBack, HandedOver } from '#shared/overview/duties.schemas.ts';
import { BATCH_MAX } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { isOutage } from '../../api/errors.ts';

/** A duty that stays with whoever has it, and why. */
export interface Stayed {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

interface Given extends Pick<HandedOver, 'obligations' | 'rules'> {
  /** What stayed of the part that was asked back already. */
  readonly stayed: readonly Stayed[];
}
type Back = HandedBack['obligations'];
type Named = HandedOver['stay'][number];
const NOTHING: Given = { obligations: [], rules: [], stayed: [] };

/**
 * What was given away of people whose accounts were disabled, for as long as that can be undone. One may have been given the
 * duties of another before it was their turn: those are taken back in the other order.
 */
export function dutiesGiven() {
  const given = new Map<string, Given>();
  /** By duty and version: the version at which it is again as it was then, after a later hand-over was taken back. */
  const again = new Map<string, number>();
  const key = (id: string, version: number) => `${id} ${version}`;
  const asNow = <T extends { _id: string; version: number }>(duty: T): T => ({
    ...duty,
    version: again.get(key(duty._id, duty.version)) ?? duty.version,
  });

  return {
    /**
     * Disables an account after what its person answers for was given away.
     * @param heirs who takes it over; null where there is nothing
     * @returns the rules that could not be given away
     */
    async disable(id: string, heirs: { to: string | null; backups: boolean } | null): Promise<Named[]> {
      const stay = heirs ? await handOver(id, heirs) : [];
      try {
        await call('userDisable', { params: { id } });
      } catch (error) {
        // Whoever is not disabled keeps what they answer for. After an outage the same is tried again.
        if (!isOutage(error)) await handBack(id).catch(() => undefined);
        throw error;
      }
      return stay;
    },
    handBack,
  };

  /** What was given in an earlier try stays known. */
  async function handOver(id: string, body: { to: string | null; backups: boolean }): Promise<Named[]> {
    const { stay, ...more } = await call('userHandOver', { params: { id }, body });
    const before = given.get(id) ?? NOTHING;
    const anew = new Set([...more.obligations, ...more.rules].map(({ _id }) => _id));
    given.set(id, {
      ...before,
      obligations: [...before.obligations.filter(({ _id }) => !anew.has(_id)), ...more.obligations],
      rules: [...before.rules.filter(({ _id }) => !anew.has(_id)), ...more.rules],
    });
    return stay;
  }

  /** Gives a person back what nobody has changed since. After an outage it goes on where it was. @returns what stays */
  async function handBack(id: string): Promise<readonly Stayed[]> {
    let left = given.get(id) ?? NOTHING;
    while (left.obligations.length + left.rules.length > 0) {
      const obligations = left.obligations.slice(0, BATCH_MAX).map(asNow);
      const rules = left.rules.slice(0, BATCH_MAX).map(asNow);
      const { stay, ...back } = await call('userHandBack', {
        params: { id },
        body: {
          obligations: obligations.map(({ _id, version, before }) => ({ _id, version, before })),
          rules: rules.map(({ _id, version }) => ({ _id, version })),
        },
      });
      const all = [...left.obligations, ...left.rules];
      note(all, [...back.obligations, ...back.rules]);
      const nameOf = (duty: string) => all.find(({ _id }) => _id === duty)?.name ?? '';
      left = {
        obligations: left.obligations.slice(BATCH_MAX),
        rules: left.rules.slice(BATCH_MAX),
        stayed: [
          ...left.stayed,
          ...stay.map(({ _id, name, reason }) => ({ id: _id, name: name ?? nameOf(_id), why: reason })),
        ],
      };
      given.set(id, left);
    }
    given.delete(id);
    return left.stayed;
  }

  /** Each was given by one change: before it, the duty had the version before. */
  function note(all: readonly { readonly _id: string; readonly version: number }[], back: Back): void {
    const versions = new Map(all.map(({ _id, version }) => [_id, version]));
    for (const { _id, version } of back) {
      const was = versions.get(_id);
      if (was !== undefined) again.set(key(_id, was - 1), version);
    }
  }
}

export type DutiesGiven = ReturnType<typeof dutiesGiven>;
