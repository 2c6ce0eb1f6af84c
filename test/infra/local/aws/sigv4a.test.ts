import { expect, it } from 'vitest';
import { signingKeyV4a } from '#infra/local/denied-media/sigv4a.ts';

/** Source: awslabs/aws-c-auth, tests/key_derivation_tests.c. */
const PAIR = {
  accessKeyId: 'AKISORANDOMAASORANDOM',
  secretAccessKey: 'q+jcrXGc+0zWN6uzclKVhvMmUsIfRPa4rlRandom',
};
const KEY = {
  d: '7fd3bd010c0d9c292141c2b77bfbde1042c92e6836fff749d1269ec890fca1bd',
  x: '15d242ceebf8d8169fd6a8b5a746c41140414c3b07579038da06af89190fffcb',
  y: '0515242cedd82e94799482e4c0514b505afccf2c0c98d6a553bf539f424c5ec0',
};

it('derives the signing key of AWS’s own test vector', () => {
  const jwk = signingKeyV4a(PAIR).export({ format: 'jwk' });
  const hexOf = (value = '') => Buffer.from(value, 'base64url').toString('hex');
  expect({ d: hexOf(jwk.d), x: hexOf(jwk.x), y: hexOf(jwk.y) }).toEqual(KEY);
});
