/** An account: the person behind a channel. `id` is the channel's id and Cognito's username. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  readonly createdAt: string;
}
