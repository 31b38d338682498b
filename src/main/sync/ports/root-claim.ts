/** This computer's and account's claim to the sync folder, which other computers may reach by the network. */
export interface RootClaim {
  /** Makes or renews the claim. Throws `RootError` while somebody else has it. */
  hold(): Promise<void>;
  /** Releases the claim. */
  release(): void;
}
