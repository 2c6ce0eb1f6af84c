/**
 * `npm run block -- ADDRESS [--for 24h] [--stage prod]`: makes the CDN of a deployed site refuse an address or network.
 * Uses the site's `AWS_REGION` and AWS's own credentials.
 */
import { runBlock } from './block/run.ts';
import { blockCommand } from './block/commands.ts';

await runBlock(blockCommand);
