import { resourceTags } from '#functions/aws/resource-tags.ts';
import type { Stage } from '../stage/stage.ts';

const keysOf = (kind: 'RequestTag' | 'ResourceTag', stage: Stage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resourceTags(stage.name)).map(([name, value]) => [`aws:${kind}/${name}`, value]),
  );

/** What is made gets the tags of this site. */
export const makesOwn = (stage: Stage) => ({ StringEquals: keysOf('RequestTag', stage) });

/** What is touched has the tags of this site. */
export const isOwn = (stage: Stage) => ({ StringEquals: keysOf('ResourceTag', stage) });

/** What is touched has no tags, or those of this site. */
export const isNotOfOthers = (stage: Stage) => ({ StringEqualsIfExists: keysOf('ResourceTag', stage) });
