import { aws, awsIfThere } from '../aws-cli.ts';
import type { StackPlace } from '../stacks.ts';
import { deleteChannels, deleteLeft, emptyBucket, resourcesOf, type StackResource } from './resources.ts';

const idsOf = (resources: readonly StackResource[], type: string): string[] =>
  resources
    .filter(({ ResourceType }) => ResourceType === type)
    .map(({ PhysicalResourceId }) => PhysicalResourceId);

interface Described {
  readonly Stacks: readonly { readonly EnableTerminationProtection?: boolean }[];
}

/**
 * Throws if CloudFormation protects one of the stacks, because its contents would be deleted before CloudFormation
 * refuses to delete it. The message contains the commands that disable the protection.
 */
export async function requireUnprotected(stacks: readonly StackPlace[]): Promise<void> {
  const isProtected = async ({ name, region }: StackPlace): Promise<boolean> => {
    const describe = ['cloudformation', 'describe-stacks', '--stack-name', name, '--region', region];
    const [stack] = (await awsIfThere<Described>(...describe))?.Stacks ?? [];
    return stack?.EnableTerminationProtection ?? false;
  };
  const answers = await Promise.all(stacks.map(isProtected));
  const commands = stacks
    .filter((_, index) => answers[index])
    .map(
      ({ name, region }) =>
        `  aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name} --region ${region}`,
    );
  if (commands.length > 0)
    throw new Error(
      ['Nothing is deleted: these stacks are protected. To end the protection:', ...commands].join('\n'),
    );
}

/**
 * Deletes a stack of a stage with all its resources, including retained ones. Returns false if there is no such stack.
 * Throws AWS's error message. May be repeated, but cannot find the retained resources of a stack that is already
 * deleted.
 */
export async function removeStack(
  stage: string,
  { name: stack, region }: StackPlace,
  say: (words: string) => void,
): Promise<boolean> {
  const resources = await resourcesOf(stack, region);
  if (!resources) return false;
  const buckets = idsOf(resources, 'AWS::S3::Bucket');
  say(`${stack}: ${resources.length} resources; emptying ${buckets.length} buckets …`);
  for (const arn of idsOf(resources, 'AWS::IVS::RecordingConfiguration')) await deleteChannels(stage, arn);
  const fullBuckets: string[] = [];
  for (const bucket of buckets) if (!(await emptyBucket(bucket))) fullBuckets.push(bucket);
  say(`${stack}: deleting …`);
  await deleteStack(stack, region);
  await deleteLeft(resources, { fullBuckets, say });
  say(`${stack}: gone.`);
  return true;
}

/** The first attempt fails if something was still written to a bucket. Then the stack is deleted without the bucket. */
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
