import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';
import { tagContext, type IamRequest } from '../../aws/iam/evaluate.ts';
import type { ChannelRecords } from '../state/channels-records.ts';
import { idInArn } from '../state/identifiers.ts';

interface Input {
  readonly arn?: string;
  readonly channelArn?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** The resource types of each operation. */
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
  StartViewerSessionRevocation: ['channel'],
  StopStream: ['channel'],
  UpdateChannel: ['channel'],
};

/**
 * Returns the IAM requests of an operation: resources that it names with their tags, all resources of a type without
 * tags. Source: Service Authorization Reference, "Amazon Interactive Video Service". If a channel does not exist, the
 * operation itself returns the error; AWS does not document its behaviour.
 */
export const ivsRequests =
  (records: ChannelRecords) =>
  (operation: string, call: unknown): readonly IamRequest[] => {
    const kinds = RESOURCES[operation];
    if (!kinds) throw new Error(`The resource types of ivs:${operation} are unknown`);
    const { arn, channelArn, tags } = call as Input;
    const named = operation.startsWith('Create') ? undefined : (arn ?? channelArn);
    const record = named && (records.channels.get(idInArn(named)) ?? records.streamKeys.get(idInArn(named)));
    if (named && !record) return [];
    const on = (kind: string, action = operation): IamRequest => ({
      action: `ivs:${action}`,
      resource: named?.includes(`:${kind}/`) ? named : arnOfEvery(kind),
      context: {
        ...tagContext('RequestTag', tags),
        ...(record && named?.includes(`:${kind}/`) && tagContext('ResourceTag', record.tags)),
      },
    });
    const tagging = tags && kinds.slice(0, 1).map((kind) => on(kind, 'TagResource'));
    return [...kinds.map((kind) => on(kind)), ...(tagging ?? [])];
  };

const arnOfEvery = (kind: string): string => `arn:aws:ivs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${kind}/*`;
