/**
 * The two IP sets that the CDN's web ACL refuses (`infra/cloud/guard/blocked-addresses.ts`). The end of a block is
 * stored as a tag of its set, `2026-11-29T20:00:00.000Z 203.0.113.7/32`: a set has no other place for it, and a tag
 * with a time in its name can be removed without removing a newer one.
 */
import { networkOf } from './network.ts';
import { WafError, type Waf } from './waf.ts';

/** Identifies a set in WAF's API. */
export interface SetId {
  readonly Name: string;
  readonly Id: string;
  readonly ARN: string;
}

export interface Block {
  readonly network: string;
  /** @default until it is removed */
  readonly untilMs: number | undefined;
}

const SCOPE = { Scope: 'CLOUDFRONT' } as const;
/** Attempts of a change if others change the set at the same time. */
const ATTEMPTS = 8;
const ATTEMPT_DELAY_MS = 200;

const END_TAG = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\S+)$/;
const endTag = ({ network, untilMs }: { network: string; untilMs: number }): string =>
  `${new Date(untilMs).toISOString()} ${network}`;

interface End {
  readonly key: string;
  readonly network: string;
  readonly untilMs: number;
}

interface IpSet {
  /** In canonical form; AWS returns IPv6 in its long form. */
  readonly networks: readonly string[];
  readonly LockToken: string;
}

async function read(waf: Waf, { Name, Id }: SetId): Promise<IpSet> {
  const found = await waf<{ IPSet: { Addresses: string[] }; LockToken: string }>('GetIPSet', {
    Name,
    Id,
    ...SCOPE,
  });
  return { networks: found.IPSet.Addresses.map((one) => networkOf(one).text), LockToken: found.LockToken };
}

async function endsOf(waf: Waf, { ARN: ResourceARN }: SetId): Promise<readonly End[]> {
  const ends: End[] = [];
  let NextMarker: string | undefined;
  do {
    const page = await waf<{
      TagInfoForResource?: { TagList: readonly { Key: string }[] };
      NextMarker?: string;
    }>('ListTagsForResource', { ResourceARN, ...(NextMarker && { NextMarker }) });
    for (const { Key: key } of page.TagInfoForResource?.TagList ?? []) {
      const [, time, network] = END_TAG.exec(key) ?? [];
      if (time && network) ends.push({ key, network, untilMs: Date.parse(time) });
    }
    ({ NextMarker } = page);
  } while (NextMarker);
  return ends;
}

async function removeEnds(waf: Waf, { ARN: ResourceARN }: SetId, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return;
  await waf('UntagResource', { ResourceARN, TagKeys: ends.map(({ key }) => key) });
}

/** Writes the networks that `change` returns. Retries if another process has changed the set since it was read. */
async function update(
  waf: Waf,
  set: SetId,
  change: (networks: readonly string[]) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { networks, LockToken } = await read(waf, set);
    const Addresses = [...(await change(networks))];
    try {
      const { Name, Id } = set;
      return void (await waf('UpdateIPSet', { Name, Id, ...SCOPE, LockToken, Addresses }));
    } catch (error) {
      const isRace = error instanceof WafError && error.code === 'WAFOptimisticLockException';
      if (!isRace || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * ATTEMPT_DELAY_MS * attempt));
    }
  }
}

/** Returns all blocks, those that end first at the start. */
export async function listBlocks(waf: Waf, set: SetId): Promise<readonly Block[]> {
  const [{ networks }, ends] = await Promise.all([read(waf, set), endsOf(waf, set)]);
  return networks
    .map((network) => ({ network, untilMs: endOf(network, ends) }))
    .toSorted((one, other) => (one.untilMs ?? Infinity) - (other.untilMs ?? Infinity));
}

/** Uses the latest end, because a block may have been extended. */
function endOf(network: string, ends: readonly End[]): number | undefined {
  const times = ends.filter((end) => end.network === network).map(({ untilMs }) => untilMs);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Blocks a network or changes the end of its block. The end is written first, so no block lasts longer than requested.
 */
export async function block(waf: Waf, set: SetId, { network, untilMs }: Block): Promise<void> {
  const former = (await endsOf(waf, set)).filter((end) => end.network === network);
  if (untilMs !== undefined) {
    const Tags = [{ Key: endTag({ network, untilMs }), Value: 'block ends' }];
    await waf('TagResource', { ResourceARN: set.ARN, Tags });
  }
  const others = former.filter((end) => end.untilMs !== untilMs);
  await removeEnds(waf, set, others);
  // Also written if it is already blocked: a concurrent removal of expired blocks then fails, and reads the ends again.
  await update(waf, set, (networks) => [...new Set([...networks, network])]);
}

/** Returns false if it was not blocked. */
export async function unblock(waf: Waf, set: SetId, network: string): Promise<boolean> {
  const { networks } = await read(waf, set);
  if (!networks.includes(network)) return false;
  await update(waf, set, (present) => present.filter((one) => one !== network));
  const ends = await endsOf(waf, set);
  await removeEnds(
    waf,
    set,
    ends.filter((end) => end.network === network),
  );
  return true;
}

/** Removes the expired blocks and returns them. The ends are read after the set, to detect a later change of either. */
export async function removeExpired(waf: Waf, set: SetId, nowMs: number): Promise<readonly string[]> {
  const isOver = ({ untilMs }: End): boolean => untilMs <= nowMs;
  if (!(await endsOf(waf, set)).some(isOver)) return [];
  let expired: readonly string[] = [];
  let over: readonly End[] = [];
  await update(waf, set, async (networks) => {
    const ends = await endsOf(waf, set);
    over = ends.filter(isOver);
    expired = networks.filter((network) => (endOf(network, ends) ?? Infinity) <= nowMs);
    return networks.filter((network) => !expired.includes(network));
  });
  await removeEnds(waf, set, over);
  return expired;
}
