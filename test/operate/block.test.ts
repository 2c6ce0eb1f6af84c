/** `npm run block` and `npm run unblock`, with fake sets that behave like AWS's. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AwsError } from '#infra/local/aws/aws-error.ts';
import { startAwsServer } from '#infra/local/aws/aws-server.ts';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { blockCommand, unblockCommand } from '#operate/block/commands.ts';
import { removeExpired } from '#operate/block/ip-set.ts';
import { networkOf } from '#operate/block/network.ts';
import { WafError, type Waf } from '#operate/block/waf.ts';
import packageJson from '#package.json' with { type: 'json' };
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { fakeWaf } from '#test/support/site/stack/waf.ts';

const NOW_MS = Date.parse('2026-11-28T20:00:00Z');
const HOUR_MS = 3_600_000;
const GUARD = 'Fanfare-dev-guard-eu-west-1';
const NAMES = [
  ['others', 'IPV4'],
  [`${GUARD}-blocked-ipv4`, 'IPV4'],
  [`${GUARD}-blocked-ipv6`, 'IPV6'],
] as const;

function wafHere() {
  const fake = fakeWaf(NAMES);
  const waf: Waf = async (operation, input) => {
    try {
      return (await fake.operations[operation as keyof typeof fake.operations](input as never)) as never;
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      throw new WafError(error.name, error.message);
    }
  };
  const [, ipv4, ipv6] = fake.sets;
  const asked = (args: string, nowMs = NOW_MS) => ({
    waf,
    region: 'eu-west-1',
    args: args.split(' ').filter(Boolean),
    nowMs,
  });
  return {
    ...fake,
    ipv4: ipv4!,
    block: (args: string, nowMs?: number) => blockCommand(asked(args, nowMs)),
    unblock: (args: string) => unblockCommand(asked(args)),
    blocked: () => [...ipv4!.addresses, ...ipv6!.addresses],
    tags: () => [...ipv4!.tags.keys(), ...ipv6!.tags.keys()].filter((key) => key !== 'site'),
    removeExpired: (nowMs: number) => removeExpired(waf, ipv4!, nowMs),
  };
}

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    // A line has a complete /64, and may use any address of it.
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0000/64', '2001:db8:1:2::/64'],
    ['2001:db8::1/128', '2001:db8::1/128'],
    ['::ffff:192.0.2.1/128', '::ffff:c000:201/128'],
    ['8000::/1', '8000::/1'],
  ])('%s is %s', (given, text) => {
    expect(networkOf(given).text).toBe(text);
  });

  test.each([
    ['203.0.113', 'is not an address or network'],
    ['203.0.113.07', 'is not an address or network'],
    ['fans.example', 'is not an address or network'],
    ['', 'is not an address or network'],
    ['203.0.113.7/', 'is not an address or network'],
    ['203.0.113.7/24/3', 'is not an address or network'],
    ['fe80::1%eth0', 'is not an address or network'],
    ['0.0.0.0/0', 'needs a prefix from /1 to /32'],
    ['203.0.113.7/33', 'needs a prefix from /1 to /32'],
    ['::/0', 'needs a prefix from /1 to /128'],
    ['203.0.113.7/24', 'its network is 203.0.113.0/24'],
    ['2001:db8::1/64', 'its network is 2001:db8::/64'],
  ])('%s is refused, as AWS would', (given, words) => {
    expect(() => networkOf(given)).toThrow(words);
  });
});

describe('npm run block', () => {
  test('blocks addresses of both kinds until they are unblocked', async () => {
    const waf = wafHere();
    expect(await waf.block('')).toBe('Nothing is blocked.');
    expect(await waf.block('203.0.113.7')).toBe('203.0.113.7/32 is blocked until it is unblocked.');
    await waf.block('2001:db8:1:2:3::4');
    await waf.block('198.51.100.0/24 --for 30m');
    expect(await waf.block('')).toBe(
      [
        '198.51.100.0/24 is blocked until 2026-11-28T20:30:00.000Z.',
        '203.0.113.7/32 is blocked until it is unblocked.',
        '2001:db8:1:2::/64 is blocked until it is unblocked.',
      ].join('\n'),
    );
    expect(await waf.unblock('2001:db8:1:2::/64')).toBe('2001:db8:1:2::/64 is not blocked any more.');
    await waf.unblock('198.51.100.0/24');
    expect(waf.blocked()).toEqual(['203.0.113.7/32']);
    expect(waf.tags()).toEqual([]);
    expect(await waf.unblock('198.51.100.0/24').catch(String)).toContain(
      'is not blocked; `npm run block` lists',
    );
  });

  test.each(['24', '0h', '1w', '-3h', '24H'])('refuses --for=%s', async (time) => {
    const waf = wafHere();
    await expect(waf.block(`203.0.113.7 --for=${time}`)).rejects.toThrow(
      'is not a duration such as 30m, 24h or 7d',
    );
    expect(waf.blocked()).toEqual([]);
  });

  test('reports a site that does not exist', async () => {
    await expect(wafHere().block('203.0.113.7 --stage prod')).rejects.toThrow(
      'There is no set Fanfare-prod-guard-eu-west-1-blocked-ipv4 in us-east-1: deploy the site first.',
    );
  });

  test('keeps what somebody else blocks at the same time', async () => {
    const waf = wafHere();
    waf.meanwhile(() => waf.block('198.51.100.1'));
    await waf.block('203.0.113.7');
    expect(waf.blocked()).toEqual(['198.51.100.1/32', '203.0.113.7/32']);
  });
});

describe('a block with a time', () => {
  test('ends by itself, and others stay', async () => {
    const waf = wafHere();
    await waf.block('203.0.113.7 --for 24h');
    await waf.block('198.51.100.1');
    expect(await waf.removeExpired(NOW_MS + 24 * HOUR_MS - 1)).toEqual([]);
    expect(await waf.removeExpired(NOW_MS + 24 * HOUR_MS)).toEqual(['203.0.113.7/32']);
    expect(waf.blocked()).toEqual(['198.51.100.1/32']);
    expect(waf.tags()).toEqual([]);
  });

  test('can be extended, shortened and made permanent', async () => {
    const waf = wafHere();
    await waf.block('203.0.113.7 --for 1h');
    await waf.block('203.0.113.7 --for 3h');
    expect(await waf.removeExpired(NOW_MS + 2 * HOUR_MS)).toEqual([]);
    await waf.block('203.0.113.7 --for 1m');
    expect(waf.tags()).toEqual(['2026-11-28T20:01:00.000Z 203.0.113.7/32']);
    await waf.block('203.0.113.7');
    expect(await waf.removeExpired(NOW_MS + 99 * HOUR_MS)).toEqual([]);
    expect(waf.blocked()).toEqual(['203.0.113.7/32']);
  });

  test.each(['203.0.113.7 --for 9h', '203.0.113.7'])(
    'does not end if it is renewed at that moment (%s)',
    async (renewal) => {
      const waf = wafHere();
      await waf.block('203.0.113.7 --for 1h');
      const nowMs = NOW_MS + HOUR_MS;
      waf.meanwhile(() => waf.block(renewal, nowMs));
      expect(await waf.removeExpired(nowMs)).toEqual([]);
      expect(waf.blocked()).toEqual(['203.0.113.7/32']);
      expect(waf.tags()).toHaveLength(renewal.includes('--for') ? 1 : 0);
    },
  );
});

describe('against AWS WAF', () => {
  const credentials = localCredentials(newFolder());

  function run(endpoint: string, script: 'block' | 'unblock', ...args: string[]) {
    const [, program = ''] = packageJson.scripts[script].split(' ');
    const env = {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_WAFV2: endpoint,
    };
    return new Promise<{ code: number; said: string }>((resolve) => {
      const path = join(import.meta.dirname, '../..', program);
      execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      );
    });
  }

  test('the commands send signed requests, and print AWS’s errors', async () => {
    const { operations, sets } = fakeWaf(NAMES);
    const server = await startAwsServer({ credentials, operations });
    try {
      expect(await run(server.endpoint, 'block', '203.0.113.7')).toEqual({
        code: 0,
        said: '203.0.113.7/32 is blocked until it is unblocked.\n',
      });
      expect(sets[1]!.addresses).toEqual(['203.0.113.7/32']);
      expect(await run(server.endpoint, 'unblock', '203.0.113.8')).toMatchObject({ code: 1 });
      for (let n = 0; n < 49; n++) sets[1]!.tags.set(`tag ${n}`, '');
      expect(await run(server.endpoint, 'block', '203.0.113.9', '--for', '1h')).toMatchObject({
        code: 1,
        said: expect.stringContaining('AWS WAF refused TagResource'),
      });
    } finally {
      await server.close();
    }
  });
});
