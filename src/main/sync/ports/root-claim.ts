/** This computer's and account's claim to the sync folder, which others may reach by the network. */
export interface RootClaim {
  /** Makes or renews it. Raises `RootError` while somebody else has it. */
  hold(): Promise<void>;
  /** Lets others have it. */
  release(): void;
}
