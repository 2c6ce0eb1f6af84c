export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Besides those of every mail. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail; throws where it is not accepted. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
