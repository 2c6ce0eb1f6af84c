import { Sha256 } from '@aws-crypto/sha256-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpointOf } from '#functions/aws/signed-requests.ts';
import { broadcastsOfIvs } from '#functions/streaming/broadcasts.ivs.ts';
import { verifySignature } from '#infra/local/aws/sigv4.ts';
import { AnsweringAddress, type AddressAnswer } from '#test/support/stand-ins/answering-address.ts';

const streamId = (n: number): string => `st-${String(n).padStart(23, '0')}`;
const ARN = 'arn:aws:ivs:us-east-1:123456789012:channel/abcdABCDefgh';
const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example secret' };

const listBroadcasts = broadcastsOfIvs({
  region: async () => 'eu-west-1',
  sha256: Sha256,
  credentials: async () => credentials,
});

async function ivsAnswering(answer: (body: object) => AddressAnswer): Promise<AnsweringAddress> {
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const address = await AnsweringAddress.open(({ body }) => answer(JSON.parse(body) as object));
  vi.stubEnv('AWS_ENDPOINT_URL_IVS', address.url);
  return address;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the list of live streams', () => {
  const stream = (n: number) => ({ channelArn: `${ARN}${n}`, streamId: streamId(n) });

  it('is read to its last page', async () => {
    await using ivs = await ivsAnswering((body) =>
      'nextToken' in body
        ? { status: 200, body: { streams: [stream(2), { channelArn: `${ARN}3` }] } }
        : { status: 200, body: { streams: [stream(1)], nextToken: 'two' } },
    );
    expect(await listBroadcasts()).toEqual(
      new Map([
        [`${ARN}1`, streamId(1)],
        [`${ARN}2`, streamId(2)],
      ]),
    );
    expect(ivs.requests.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { maxResults: 100 },
      { maxResults: 100, nextToken: 'two' },
    ]);
  });

  it('is requested by a POST that is signed for IVS in its region', async () => {
    await using ivs = await ivsAnswering(() => ({ status: 200, body: { streams: [] } }));
    expect(await listBroadcasts()).toEqual(new Map());
    const [{ method, path, headers, body }] = ivs.requests as [(typeof ivs.requests)[0]];
    expect([method, path]).toEqual(['POST', '/ListStreams']);
    expect(headers['authorization']).toContain('/eu-west-1/ivs/aws4_request');
    const url = new URL(path, ivs.url);
    expect(() =>
      verifySignature({ method, url, headers, body: Buffer.from(body) }, credentials),
    ).not.toThrow();
  });

  it('fails as a whole when a page cannot be read', async () => {
    await using ivs = await ivsAnswering((body) =>
      'nextToken' in body
        ? { status: 500, body: { exceptionMessage: 'Something broke' } }
        : { status: 200, body: { streams: [stream(1)], nextToken: 'two' } },
    );
    await expect(listBroadcasts()).rejects.toThrow(/500.*Something broke/);
    expect(ivs.calls).toBe(6);
  });

  it('is not requested again when IVS refuses', async () => {
    await using ivs = await ivsAnswering(() => ({ status: 403, body: { exceptionMessage: 'not allowed' } }));
    await expect(listBroadcasts()).rejects.toThrow('403');
    expect(ivs.calls).toBe(1);
  });
});

describe('the address of a service', () => {
  it('is in its region unless the environment names another', async () => {
    expect(await endpointOf('ivs', async () => 'eu-west-1')).toBe('https://ivs.eu-west-1.amazonaws.com');
    vi.stubEnv('AWS_ENDPOINT_URL_IVS', 'http://127.0.0.1:9');
    expect(await endpointOf('ivs', 'eu-west-1')).toBe('http://127.0.0.1:9');
  });
});
