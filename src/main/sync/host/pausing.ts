/** Whether the engine pauses: its person wants it, or the network is metered. */
export class Pausing {
  private paused = false;
  /** The network is metered, and the person wants to wait for another one. */
  private metered = false;
  /** "Sincronizar igual": holds until the network changes. */
  private despite = false;

  /** Why it is paused; `undefined` where it is not. */
  get by(): 'person' | 'metered' | undefined {
    if (this.paused) return 'person';
    return this.metered && !this.despite ? 'metered' : undefined;
  }

  begin(): void {
    this.paused = true;
  }

  /** Goes on, also on a metered network for this time. */
  end(): void {
    this.paused = false;
    this.despite = this.metered;
  }

  /** Sets whether to wait for another network. Returns what follows from it. */
  setMetered(metered: boolean): 'begins' | 'ends' | undefined {
    if (metered === this.metered) return undefined;
    const before = this.by;
    this.metered = metered;
    this.despite = false;
    if (this.by && !before) return 'begins';
    return before && !this.by ? 'ends' : undefined;
  }
}
