import { resourceTags } from '#functions/aws/resource-tags.ts';
import type { Stage } from '../stage/stage.ts';

const keysOf = (kind: 'RequestTag' | 'ResourceTag', stage: Stage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resourceTags(stage.name)).map(([name, value]) => [`aws:${kind}/${name}`, value]),
  );

/** Created resources must have this site's tags. */
export const makesOwn = (stage: Stage) => ({ StringEquals: keysOf('RequestTag', stage) });

/** Existing resources must have this site's tags. */
export const isOwn = (stage: Stage) => ({ StringEquals: keysOf('ResourceTag', stage) });

/** Existing resources must have no tags, or this site's. */
export const isNotOfOthers = (stage: Stage) => ({ StringEqualsIfExists: keysOf('ResourceTag', stage) });
