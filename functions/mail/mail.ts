export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** In addition to the standard ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Throws when it is not accepted. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
