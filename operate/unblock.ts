/** `npm run unblock -- ADDRESS [--stage prod]`: the CDN answers an address or network of a deployed site again. */
import { runBlock } from './block/run.ts';
import { unblockCommand } from './block/commands.ts';

await runBlock(unblockCommand);
