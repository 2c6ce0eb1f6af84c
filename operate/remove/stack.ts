import { aws } from '../aws-cli.ts';
import { deleteChannels, deleteLeft, emptyBucket, resourcesOf, type StackResource } from './resources.ts';

const idsOf = (resources: readonly StackResource[], type: string): string[] =>
  resources
    .filter(({ ResourceType }) => ResourceType === type)
    .map(({ PhysicalResourceId }) => PhysicalResourceId);

/**
 * Deletes a stack with all that is in it, also what would outlive it. `region` is the stack's. False where there is no such
 * stack. Throws what AWS says; may be repeated, but knows nothing any more of what a stack had that is gone.
 */
export async function removeStack(
  stack: string,
  region: string,
  say: (words: string) => void,
): Promise<boolean> {
  const resources = await resourcesOf(stack, region);
  if (!resources) return false;
  const buckets = idsOf(resources, 'AWS::S3::Bucket');
  say(`${stack}: ${resources.length} resources; emptying ${buckets.length} buckets …`);
  for (const arn of idsOf(resources, 'AWS::IVS::RecordingConfiguration')) await deleteChannels(arn);
  for (const bucket of buckets) await emptyBucket(bucket);
  say(`${stack}: deleting …`);
  await deleteStack(stack, region);
  await deleteLeft(resources);
  say(`${stack}: gone.`);
  return true;
}

/** A bucket into which something was still written fails the first time; then the stack goes without it. */
async function deleteStack(stack: string, region: string): Promise<void> {
  const named = ['--stack-name', stack, '--region', region];
  const gone = () => aws('cloudformation', 'wait', 'stack-delete-complete', ...named);
  await aws('cloudformation', 'delete-stack', ...named);
  try {
    await gone();
  } catch {
    await aws('cloudformation', 'delete-stack', ...named, '--deletion-mode', 'FORCE_DELETE_STACK');
    await gone();
  }
}
