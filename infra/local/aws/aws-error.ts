/** An error of an AWS service: `name` is the exception's name on the wire. */
export class AwsError extends Error {
  override readonly name: string;
  readonly status: number;
  /** Further members of the error's body. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(name: string, message: string, status = 400, members: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = name;
    this.status = status;
    this.members = members;
  }
}
