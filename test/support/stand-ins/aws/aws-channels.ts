import { DeleteChannelCommand, IvsClient, type Channel } from '@aws-sdk/client-ivs';
import { triedRegion } from './on-aws.ts';

export interface ReachedChannels {
  readonly ivs: IvsClient;
  /** Deletes every channel that it created and that still exists. */
  remove(): Promise<void>;
}

/** Returns an IVS client that records the channels it creates. */
export function reachChannels(): ReachedChannels {
  const ivs = new IvsClient({ region: triedRegion() });
  const made = new Set<string>();
  ivs.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { arn } = (result.output as { channel?: Channel }).channel ?? {};
        if (commandName === 'CreateChannelCommand' && arn) made.add(arn);
        const gone = args.input as { arn?: string };
        if (commandName === 'DeleteChannelCommand' && gone.arn) made.delete(gone.arn);
        return result;
      },
    { step: 'initialize' },
  );
  const remove = async (): Promise<void> => {
    const removed = await Promise.allSettled(
      [...made].map((arn) => ivs.send(new DeleteChannelCommand({ arn }))),
    );
    ivs.destroy();
    const failed = removed.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  };
  return { ivs, remove };
}
