import type { Construct } from 'constructs';
import type { SecretGenerations, SecretName } from '../stage/secret-name.ts';
import type { Stage } from '../stage/stage.ts';
import { RotatedSecret } from './rotated-secret.ts';

/** The purpose of each secret. */
const PURPOSES = {
  OriginSecrets: 'By which the API knows the CDN',
  PassKeys: 'With what passes of viewers are signed',
  TokenKeys: 'With which the API signs tokens',
  SecondFactorKeys: 'With which second factors are sealed in the table',
  PlaybackKeys: 'Which the key that signs the addresses of live playlists follows from',
  NewsKeys: 'Which the keys of Web Push, and the links that end mail, follow from',
} as const satisfies Record<SecretName, string>;

export type Secrets = Readonly<Record<SecretName, RotatedSecret>>;

/** Creates the site's secrets. Stored second factors stay sealed with old generations, so all of those are kept. */
export function createSecrets(scope: Construct, stage: Stage, generations: SecretGenerations): Secrets {
  const create = (name: SecretName): RotatedSecret =>
    new RotatedSecret(scope, name, {
      description: PURPOSES[name],
      generation: generations[name],
      ...(name === 'SecondFactorKeys' && { sealsDataOf: stage }),
    });
  return {
    OriginSecrets: create('OriginSecrets'),
    PassKeys: create('PassKeys'),
    TokenKeys: create('TokenKeys'),
    SecondFactorKeys: create('SecondFactorKeys'),
    PlaybackKeys: create('PlaybackKeys'),
    NewsKeys: create('NewsKeys'),
  };
}
