import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';
import { tagContext, type IamRequest } from '../../aws/iam/evaluate.ts';
import type { ChannelRecords } from '../state/channels.records.ts';
import { idInArn } from '../state/identifiers.ts';

interface Input {
  readonly arn?: string;
  readonly channelArn?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** What each operation is authorised on. */
const RESOURCES: Readonly<Record<string, readonly ('channel' | 'stream-key')[]>> = {
  CreateChannel: ['channel', 'stream-key'],
  CreateStreamKey: ['stream-key'],
  DeleteChannel: ['channel', 'stream-key'],
  DeleteStreamKey: ['stream-key'],
  GetChannel: ['channel'],
  GetStreamKey: ['stream-key'],
  GetStreamSession: ['channel'],
  ListChannels: ['channel'],
  ListStreamKeys: ['channel', 'stream-key'],
  ListStreams: ['channel'],
  StopStream: ['channel'],
  UpdateChannel: ['channel'],
};

/**
 * What an operation asks of IAM; what it names is there with its tags, and all others of a kind without. Source: Service
 * Authorization Reference, "Amazon Interactive Video Service". A channel that does not exist is left to the operation, which says so; how AWS answers
 * is not documented.
 */
export const ivsRequests =
  (records: ChannelRecords) =>
  (operation: string, call: unknown): readonly IamRequest[] => {
    const kinds = RESOURCES[operation];
    if (!kinds) throw new Error(`It is not known what ivs:${operation} is authorised on`);
    const { arn, channelArn, tags } = call as Input;
    const named = operation.startsWith('Create') ? undefined : (arn ?? channelArn);
    const record = named && (records.channels.get(idInArn(named)) ?? records.streamKeys.get(idInArn(named)));
    if (named && !record) return [];
    const on = (kind: string, action = operation): IamRequest => ({
      action: `ivs:${action}`,
      resource: named?.includes(`:${kind}/`) ? named : everyOf(kind),
      context: {
        ...tagContext('RequestTag', tags),
        ...(record && named?.includes(`:${kind}/`) && tagContext('ResourceTag', record.tags)),
      },
    });
    const tagging = tags && kinds.slice(0, 1).map((kind) => on(kind, 'TagResource'));
    return [...kinds.map((kind) => on(kind)), ...(tagging ?? [])];
  };

const everyOf = (kind: string): string => `arn:aws:ivs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${kind}/*`;
