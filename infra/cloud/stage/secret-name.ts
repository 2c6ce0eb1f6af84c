/** The secrets that a deployment can change. */
export type SecretName =
  | 'OriginSecrets'
  | 'PassKeys'
  | 'TokenKeys'
  | 'SecondFactorKeys'
  | 'PlaybackKeys'
  | 'NewsKeys';

/** The current generation of each secret. A deployment with an increased number changes that secret. @default 1 */
export type SecretGenerations = Readonly<Partial<Record<SecretName, number | undefined>>>;
