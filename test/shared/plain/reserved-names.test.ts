import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { cast } from '#demo/cast/cast.ts';
import { lambdas } from '#functions/lambdas.ts';
import { contract } from '#shared/contract.ts';
import { isReserved } from '#shared/plain/reserved-names.ts';
import { SCREENS } from '#shared/plain/screens.ts';
import { PROJECT_ROOT, synthesizeSite } from '#test/support/site/stack/site.ts';

/** The first segments of addresses, except placeholders. */
const firstSegments = (addresses: readonly string[]): string[] => {
  const firsts = addresses.map((address) => address.split(/[/?]/).find(Boolean) ?? '');
  return [...new Set(firsts)].filter((name) => name !== '' && !/[*:{]/.test(name)).toSorted();
};

/** What CloudFront has a rule for. */
function edgePaths(template: Template): string[] {
  const [distribution] = Object.values(template.findResources('AWS::CloudFront::Distribution'));
  const { CacheBehaviors } = distribution!['Properties'].DistributionConfig as {
    CacheBehaviors: { PathPattern: string }[];
  };
  return CacheBehaviors.map(({ PathPattern }) => PathPattern);
}

const addresses: Record<string, () => string[]> = {
  'the screens': () => Object.values(SCREENS),
  'the web’s files': () => readdirSync(join(PROJECT_ROOT, 'web/public')),
  'the edge': () => edgePaths(synthesizeSite().template),
  'the Lambdas': () =>
    Object.values(lambdas)
      .flatMap(({ features }) => features)
      .map((feature) => feature.replace(/^[A-Z]+ /, '')),
  'the contract': () => Object.keys(contract).map((route) => route.replace(/^[A-Z]+ /, '')),
};

describe('a name at the start of an address', () => {
  it.each(Object.entries(addresses))('is reserved: %s', (_, read) => {
    const names = firstSegments(read());
    expect(names.length).toBeGreaterThan(0);
    const missing = names.filter((name) => !isReserved(name));
    expect(missing, 'Add these to ADDRESSES in shared/plain/reserved-names.ts').toEqual([]);
  });
});

describe('a name that speaks for the site', () => {
  it.each(['admin', 'api', 'support', 'fanfare', 'moderator', 'Official', 'NULL'])(
    'is reserved: %s',
    (name) => {
      expect(isReserved(name)).toBe(true);
    },
  );

  it.each(['Ad_Min', '__admin__', 'go_live', 'GoLive', 'openapi_json'])(
    'is reserved in disguise: %s',
    (name) => {
      expect(isReserved(name)).toBe(true);
    },
  );

  it.each([
    'administer',
    'fanfare_fan',
    'api_ada',
    'live_wire',
    'loggin',
    '___',
    ...cast.map((one) => one.username),
  ])('is not reserved when it only contains one: %s', (name) => {
    expect(isReserved(name)).toBe(false);
  });
});
