/**
 * How many calls a second AWS takes of an account, of the operations that this site calls. The stand-ins enforce them under
 * the limits of the cloud (`infra/local/aws/api-throttle.ts`), and docs/scale.md lists them. Operations of one row share it,
 * unless each has its own.
 */
export interface ApiRate {
  readonly service: Service;
  readonly operations: readonly string[];
  readonly perSecond: number;
  /** Calls at once after a pause. */
  readonly burst: number;
  /** Whether each operation has the rate for itself. */
  readonly isEach: boolean;
  /** Whether AWS gives more to who asks. */
  readonly isAdjustable: boolean;
  readonly source: string;
}

export type Service = 'IVS' | 'MediaConvert' | 'Cognito' | 'SES' | 'KeyValueStore' | 'AppSync';

const IVS_SOURCE = 'IVS User Guide, “Service Quotas”';
const MEDIACONVERT_SOURCE = 'AWS General Reference, “MediaConvert endpoints and quotas”';
const COGNITO_SOURCE = 'Cognito Developer Guide, “Quotas”';

const cognito = (perSecond: number, ...operations: readonly string[]): ApiRate => ({
  service: 'Cognito',
  operations,
  perSecond,
  burst: perSecond,
  isEach: false,
  isAdjustable: true,
  source: COGNITO_SOURCE,
});

export const API_RATES: readonly ApiRate[] = [
  {
    service: 'IVS',
    operations: [
      'CreateChannel',
      'GetChannel',
      'UpdateChannel',
      'DeleteChannel',
      'CreateStreamKey',
      'ListStreamKeys',
      'DeleteStreamKey',
      'ListStreams',
      'GetStreamSession',
      'StartViewerSessionRevocation',
      'StopStream',
    ],
    perSecond: 5,
    burst: 5,
    isEach: true,
    isAdjustable: false,
    source: IVS_SOURCE,
  },
  {
    service: 'MediaConvert',
    operations: ['CreateJob'],
    perSecond: 5,
    burst: 100,
    isEach: true,
    isAdjustable: true,
    source: MEDIACONVERT_SOURCE,
  },
  {
    service: 'MediaConvert',
    operations: ['GetJob', 'CancelJob'],
    perSecond: 2,
    burst: 2,
    isEach: true,
    isAdjustable: true,
    source: MEDIACONVERT_SOURCE,
  },
  cognito(120, 'AdminInitiateAuth'),
  cognito(50, 'AdminCreateUser'),
  cognito(30, 'ForgotPassword', 'ConfirmForgotPassword'),
  cognito(25, 'AdminSetUserPassword', 'AdminUpdateUserAttributes', 'AdminDeleteUser'),
  cognito(30, 'ListUsers'),
  {
    service: 'SES',
    operations: ['SendEmail'],
    perSecond: 14,
    burst: 14,
    isEach: true,
    isAdjustable: true,
    source: 'SES Developer Guide, “Service quotas”; 1 in its sandbox',
  },
  {
    service: 'KeyValueStore',
    operations: ['DescribeKeyValueStore', 'UpdateKeys'],
    perSecond: 5,
    burst: 5,
    isEach: true,
    isAdjustable: false,
    source: 'not documented: an assumption',
  },
  {
    service: 'AppSync',
    operations: ['Publish'],
    perSecond: 10_000,
    burst: 10_000,
    isEach: true,
    isAdjustable: true,
    source: 'AppSync Developer Guide, “Event API quotas”: events published by HTTP',
  },
];
