/** S3's stand-in in a child process, which can be killed and whose memory can be measured. */
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { startStorage } from '#infra/local/storage/storage.ts';

const [dataDir = '', bucket = ''] = process.argv.slice(2);
const { endpoint } = await startStorage({
  dataDir,
  credentials: localCredentials(dataDir),
  host: 'localhost',
  port: 0,
  buckets: [{ name: bucket, cors: [] }],
  raise: () => {},
});
process.on('message', () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
// The parent process has ended.
process.once('disconnect', () => process.exit());
process.send?.({ endpoint });
