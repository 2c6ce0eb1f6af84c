/** The region of CloudFront's resources and metrics. */
const CDN_REGION = 'us-east-1';

export interface StackPlace {
  readonly name: string;
  readonly region: string;
}

/** Returns the stacks of a site (`infra/cloud/stacks.ts`), each before those it depends on. `region` is the site's. */
export function stacksOf(
  stage: string,
  region: string,
): Readonly<Record<'cdn' | 'site' | 'guard', StackPlace>> {
  const name = `Fanfare-${stage}`;
  return {
    cdn: { name: `${name}-cdn-${region}`, region: CDN_REGION },
    site: { name, region },
    guard: { name: `${name}-guard-${region}`, region: CDN_REGION },
  };
}
