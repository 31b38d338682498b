/** What an identity token says, once its signature and its time hold. */
export interface Claims {
  readonly user: string;
  /** Refresh family that it was issued to. */
  readonly session: string | null;
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface TokenVerifier {
  /** @throws unauthenticated */
  verify(token: string): Promise<Claims>;
}
