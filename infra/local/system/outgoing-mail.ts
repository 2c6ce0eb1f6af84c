/** A mail that a service would send. Locally, it is stored instead. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Headers in addition to the standard ones. */
  readonly headers?: Readonly<Record<string, string>>;
}
