import { blockedSetName, type IpVersion } from '#infra/agreed/blocked-sets.ts';
import { stacksOf } from '../stacks.ts';
import type { SetId } from './ip-set.ts';
import type { Waf } from './waf.ts';

/** Returns the IP sets of a site in `region`, by IP version. Throws an error for the operator if there are none. */
export async function blockedSets(
  waf: Waf,
  stage: string,
  region: string,
): Promise<Readonly<Record<IpVersion, SetId>>> {
  const all: SetId[] = [];
  let NextMarker: string | undefined;
  do {
    const page = await waf<{ IPSets?: SetId[]; NextMarker?: string }>('ListIPSets', {
      Scope: 'CLOUDFRONT',
      Limit: 100,
      ...(NextMarker && { NextMarker }),
    });
    all.push(...(page.IPSets ?? []));
    NextMarker = page.IPSets?.length ? page.NextMarker : undefined;
  } while (NextMarker);
  const { guard } = stacksOf(stage, region);
  const find = (version: IpVersion): SetId => {
    const name = blockedSetName(guard.name, version);
    const found = all.find(({ Name }) => Name === name);
    if (!found) throw new Error(`There is no set ${name} in ${guard.region}: deploy the site first.`);
    return found;
  };
  return { IPV4: find('IPV4'), IPV6: find('IPV6') };
}
