/**
 * `npm run block -- ADDRESS [--for 24h] [--stage prod]`: the CDN refuses an address or network of a deployed site. `AWS_REGION`, the
 * site's, and AWS's own credentials say where.
 */
import { runBlock } from './block/run.ts';
import { blockCommand } from './block/commands.ts';

await runBlock(blockCommand);
