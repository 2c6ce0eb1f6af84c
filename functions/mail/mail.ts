import type { Language } from '#messages/languages.ts';

export interface Mail {
  readonly to: string;
  /** Of subject and text. */
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  /** Its recipient waits for it. @default false */
  readonly isRequested?: boolean;
  /** In addition to the standard ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Throws when it is not accepted. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}
