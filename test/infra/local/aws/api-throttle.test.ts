import { IvsClient, StopStreamCommand } from '@aws-sdk/client-ivs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiThrottle } from '#infra/local/aws/api-throttle.ts';
import { startAwsServer } from '#infra/local/aws/aws-server.ts';
import { API_RATES, type Service } from '#infra/scale/api-rates.ts';

let nowMs = 0;
const clock = () => nowMs;

/** Returns how many calls succeed before one is refused. */
function takenAtOnce(service: Service, operation: string, throttle = apiThrottle(service, clock)): number {
  for (let taken = 0; taken < 100_000; taken++) {
    try {
      throttle(operation);
    } catch {
      return taken;
    }
  }
  return Infinity;
}

describe('the rates of AWS’s APIs', () => {
  it.each(API_RATES.flatMap((rate) => rate.operations.map((operation) => ({ ...rate, operation }))))(
    'allow $service $operation a burst of calls, and then the same number per second',
    ({ service, operation, burst, perSecond }) => {
      const throttle = apiThrottle(service, clock);
      expect(takenAtOnce(service, operation, throttle)).toBe(burst);
      nowMs += 1000;
      expect(takenAtOnce(service, operation, throttle)).toBe(perSecond);
      nowMs += 3_600_000;
      expect(takenAtOnce(service, operation, throttle)).toBe(burst);
    },
  );

  it('are per operation at IVS, and per category at Cognito', () => {
    const ivs = apiThrottle('IVS', clock);
    takenAtOnce('IVS', 'GetChannel', ivs);
    expect(() => ivs('CreateChannel')).not.toThrow();
    const cognito = apiThrottle('Cognito', clock);
    takenAtOnce('Cognito', 'AdminDeleteUser', cognito);
    expect(() => cognito('AdminSetUserPassword')).toThrow('Rate exceeded');
    expect(() => cognito('AdminInitiateAuth')).not.toThrow();
  });

  it.each<[Service, operation: string, name: string, status: number]>([
    ['IVS', 'GetChannel', 'ThrottlingException', 429],
    ['MediaConvert', 'GetJob', 'TooManyRequestsException', 429],
    ['Cognito', 'AdminCreateUser', 'TooManyRequestsException', 400],
    ['SES', 'SendEmail', 'TooManyRequestsException', 429],
    ['AppSync', 'Publish', 'TooManyRequestsException', 429],
  ])('%s has its own throttling error', (service, operation, name, status) => {
    const throttle = apiThrottle(service, clock);
    expect(() => throttle(operation, 1_000_000)).toThrow(expect.objectContaining({ name, status }));
  });

  it('do not limit what they do not list', () => {
    const throttle = apiThrottle('MediaConvert', clock);
    expect(() => throttle('Probe', 1_000_000)).not.toThrow();
  });
});

describe('a stand-in with rates', () => {
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
  let server: Awaited<ReturnType<typeof startAwsServer>>;
  let client: IvsClient;
  beforeAll(async () => {
    const operations = { StopStream: () => ({}) };
    server = await startAwsServer({ credentials, operations, throttle: apiThrottle('IVS', clock) });
    client = new IvsClient({ endpoint: server.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
  });
  const stop = () =>
    client.send(new StopStreamCommand({ channelArn: 'arn:aws:ivs:us-east-1:000000000000:channel/a' }));

  it('throttles with an error that the SDK recognises, and accepts calls again later', async () => {
    for (let n = 0; n < 5; n++) await stop();
    const refused = await stop().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'ThrottlingException',
      $metadata: { httpStatusCode: 429 },
    });
    nowMs += 200;
    await stop();
    await expect(stop()).rejects.toThrow('Rate exceeded');
  });
});
