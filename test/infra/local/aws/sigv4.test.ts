import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { verifySignature, type SignedRequest } from '#infra/local/aws/sigv4.ts';

const OURS = { accessKeyId: 'AKIAFANFARE', secretAccessKey: 'our secret' };
const BODY = '{"TableName":"fanfare"}';
const MINUTE_MS = 60_000;

interface Signing {
  readonly credentials?: typeof OURS;
  readonly signingDate?: Date;
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** Returns a request as signed and sent by the SDK. */
async function signed(signing: Signing = {}): Promise<SignedRequest> {
  const { credentials = OURS, signingDate = new Date(), path = '/', query = {}, headers = {} } = signing;
  const signer = new SignatureV4({
    credentials,
    region: 'us-east-1',
    service: 'ivs',
    sha256: Sha256,
    applyChecksum: false,
  });
  const request = {
    method: 'POST',
    protocol: 'http:',
    hostname: '127.0.0.1',
    path,
    query,
    headers: { host: '127.0.0.1:4000', 'content-type': 'application/json', ...headers },
    body: BODY,
  };
  const sent = await signer.sign(request, { signingDate });
  const url = new URL(`http://127.0.0.1:4000${path}?${new URLSearchParams(query).toString()}`);
  return { method: 'POST', url, headers: sent.headers, body: Buffer.from(BODY) };
}

const verify = async (request: SignedRequest) => verifySignature(request, OURS);
const refused = (name: string) => ({ name, status: 403 });
const INVALID = refused('InvalidSignatureException');

describe('a signed request', () => {
  it.each([
    {},
    { path: '/CreateChannel' },
    { path: '/a%20b/%C3%BC' },
    { query: { list: 'all', q: 'a b&c=ü' } },
    { headers: { 'x-amz-target': 'Service.Operation', 'x-amz-user-agent': 'sdk' } },
  ])('with our key is accepted: %o', async (signing) => {
    await expect(verify(await signed(signing))).resolves.toEqual(OURS);
  });

  it.each([-14, 14])('may be %i minutes off', async (minutes) => {
    const signingDate = new Date(Date.now() + minutes * MINUTE_MS);
    await expect(verify(await signed({ signingDate }))).resolves.toEqual(OURS);
  });

  it.each([-16, 16, 60 * 24 * 365])('may not be %i minutes off', async (minutes) => {
    const signingDate = new Date(Date.now() + minutes * MINUTE_MS);
    await expect(verify(await signed({ signingDate }))).rejects.toMatchObject(INVALID);
  });

  it('with another secret is refused', async () => {
    const credentials = { ...OURS, secretAccessKey: 'a guess' };
    await expect(verify(await signed({ credentials }))).rejects.toMatchObject(INVALID);
  });

  it('by an unknown key is refused', async () => {
    const credentials = { ...OURS, accessKeyId: 'AKIASOMEBODY' };
    await expect(verify(await signed({ credentials }))).rejects.toMatchObject(
      refused('UnrecognizedClientException'),
    );
  });

  it('is refused when anything signed was changed', async () => {
    const request = await signed({
      path: '/StopStream',
      query: { a: '1' },
      headers: { 'x-amz-target': 'One' },
    });
    const changed: SignedRequest[] = [
      { ...request, body: Buffer.from(BODY.replace('fanfare', 'another')) },
      { ...request, method: 'PUT' },
      { ...request, url: new URL('http://127.0.0.1:4000/DeleteChannel?a=1') },
      { ...request, url: new URL('http://127.0.0.1:4000/StopStream?a=2') },
      { ...request, headers: { ...request.headers, 'x-amz-target': 'Two' } },
      { ...request, headers: { ...request.headers, host: 'elsewhere.example' } },
    ];
    await expect(verify(request)).resolves.toEqual(OURS);
    for (const tampered of changed) await expect(verify(tampered)).rejects.toMatchObject(INVALID);
  });

  it('is refused when its body does not match its hash', async () => {
    const hash = new Sha256();
    hash.update(BODY);
    const digest = Buffer.from(await hash.digest()).toString('hex');
    const request = await signed({ headers: { 'x-amz-content-sha256': digest } });
    await expect(verify(request)).resolves.toEqual(OURS);
    const tampered = { ...request, body: Buffer.from('{"TableName":"another"}') };
    await expect(verify(tampered)).rejects.toMatchObject(INVALID);
  });

  it('may have additional unsigned headers', async () => {
    const request = await signed();
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.1' };
    await expect(verify({ ...request, headers })).resolves.toEqual(OURS);
  });
});

describe('a request', () => {
  const change = async (headers: Record<string, string>) => {
    const request = await signed();
    return verify({ ...request, headers: { ...request.headers, ...headers } });
  };

  it('without a signature is refused', async () => {
    const { authorization: _, ...headers } = (await signed()).headers as Record<string, string>;
    const request = { ...(await signed()), headers };
    await expect(verify(request)).rejects.toMatchObject(refused('MissingAuthenticationTokenException'));
  });

  it.each([
    'Bearer token',
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=y',
  ])('with another authorization is refused: %s', async (authorization) => {
    await expect(change({ authorization })).rejects.toMatchObject(refused('IncompleteSignatureException'));
  });

  it.each(['', 'yesterday', '2026-11-20T10:00:00Z', '20261120'])(
    'with the date %j is refused',
    async (date) => {
      await expect(change({ 'x-amz-date': date })).rejects.toMatchObject(
        refused('IncompleteSignatureException'),
      );
    },
  );
});
