/** `npm run unblock -- ADDRESS [--stage prod]`: makes the CDN of a deployed site accept an address or network again. */
import { runBlock } from './block/run.ts';
import { unblockCommand } from './block/commands.ts';

await runBlock(unblockCommand);
