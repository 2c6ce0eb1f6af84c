/** A mail that a service would send; here it is put where mail is kept. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Besides those of every mail. */
  readonly headers?: Readonly<Record<string, string>>;
}
