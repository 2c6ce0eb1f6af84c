/** The secrets of a site that a deployment can change. */
export type SecretName = 'OriginSecrets' | 'PassKeys' | 'TokenKeys' | 'SecondFactorKeys' | 'NewsKeys';

/** Which generation of each secret is in use. A deployment that counts one up changes that secret. @default 1 */
export type SecretGenerations = Readonly<Partial<Record<SecretName, number | undefined>>>;
