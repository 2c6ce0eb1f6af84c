import { AwsError } from '#infra/local/aws/aws-error.ts';
import type { Operation } from '#infra/local/aws/aws-server.ts';
import type { SetId } from '#operate/block/ip-set.ts';

interface FakeSet extends SetId {
  readonly IPAddressVersion: 'IPV4' | 'IPV6';
  addresses: readonly string[];
  readonly tags: Map<string, string>;
  lock: number;
}

/** AWS's maximum per resource. */
const MAX_TAGS = 50;

/**
 * Fakes AWS WAF's IP sets for CloudFront: locks, tags, and IPv6 in its long form, as AWS returns it. `meanwhile` runs
 * before a set is written, like a concurrent caller.
 */
export function fakeWaf(names: readonly (readonly [name: string, version: FakeSet['IPAddressVersion']])[]) {
  const sets: FakeSet[] = names.map(([Name, IPAddressVersion], index) => ({
    Name,
    Id: uuid(index),
    ARN: `arn:aws:wafv2:us-east-1:111122223333:global/ipset/${Name}/id`,
    IPAddressVersion,
    addresses: [],
    tags: new Map([['site', 'fanfare']]),
    lock: 1,
  }));
  const waiting: (() => Promise<unknown>)[] = [];
  const byId = ({ Name, Id, Scope }: { Name: string; Id: string; Scope: string }): FakeSet => {
    const found = sets.find((set) => set.Name === Name && set.Id === Id && Scope === 'CLOUDFRONT');
    if (!found) throw new AwsError('WAFNonexistentItemException', 'There is no such set.');
    return found;
  };
  const byArn = ({ ResourceARN }: { ResourceARN: string }): FakeSet =>
    sets.find(({ ARN }) => ARN === ResourceARN)!;
  const operations = {
    // One item per page.
    ListIPSets: ({ NextMarker = '0' }: { NextMarker?: string }) => {
      const page = sets.slice(Number(NextMarker), Number(NextMarker) + 1);
      const summaries = page.map(({ Name, Id, ARN, lock }) => ({ Name, Id, ARN, LockToken: uuid(lock) }));
      return { IPSets: summaries, NextMarker: String(Number(NextMarker) + 1) };
    },
    GetIPSet: (input: { Name: string; Id: string; Scope: string }) => {
      const { Name, Id, ARN, IPAddressVersion, addresses, lock } = byId(input);
      const IPSet = { Name, Id, ARN, IPAddressVersion, Addresses: addresses };
      return { IPSet, LockToken: uuid(lock) };
    },
    UpdateIPSet: async (input: {
      Name: string;
      Id: string;
      Scope: string;
      Addresses: string[];
      LockToken: string;
    }) => {
      await waiting.shift()?.();
      const set = byId(input);
      if (input.LockToken !== uuid(set.lock))
        throw new AwsError('WAFOptimisticLockException', 'Changed since.');
      set.addresses = input.Addresses.map((address) => accepted(address, set.IPAddressVersion));
      set.lock += 1;
      return { NextLockToken: uuid(set.lock) };
    },
    ListTagsForResource: (input: { ResourceARN: string }) => ({
      TagInfoForResource: { TagList: [...byArn(input).tags].map(([Key, Value]) => ({ Key, Value })) },
    }),
    TagResource: (input: { ResourceARN: string; Tags: { Key: string; Value: string }[] }) => {
      const { tags } = byArn(input);
      for (const { Key, Value } of input.Tags) {
        if (!/^[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/u.test(Key)) throw new AwsError('ValidationException', Key);
        tags.set(Key, Value);
      }
      if (tags.size > MAX_TAGS) throw new AwsError('WAFTagOperationException', 'Too many tags.');
      return {};
    },
    UntagResource: (input: { ResourceARN: string; TagKeys: string[] }) => {
      for (const key of input.TagKeys) byArn(input).tags.delete(key);
      return {};
    },
  } satisfies Readonly<Record<string, Operation>>;
  return { operations, sets, meanwhile: (act: () => Promise<unknown>) => void waiting.push(act) };
}

/** In the format of WAF's ids and tokens. */
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function accepted(address: string, version: FakeSet['IPAddressVersion']): string {
  const [, prefix = ''] = address.split('/');
  const isOfVersion = address.includes(':') === (version === 'IPV6');
  if (!isOfVersion || !(Number(prefix) > 0)) throw new AwsError('WAFInvalidParameterException', address);
  return version === 'IPV4' ? address : longForm(address);
}

/** Returns `2001:0db8:0000:0000:0000:0000:0000:0000/64` for `2001:db8::/64`. */
function longForm(address: string): string {
  const [text = '', prefix = ''] = address.split('/');
  const [head = '', tail = ''] = text
    .split('::')
    .map((part) => part.split(':').filter(Boolean)) as unknown as string[][];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(':')}/${prefix}`;
}
