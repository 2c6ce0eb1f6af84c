import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cognitoIdentity } from '#functions/auth/auth.cognito.ts';
import { awsFailure } from '#test/support/stand-ins/aws-failure.ts';

const POOL = { UserPoolId: 'us-east-1_aB3xYz789', ClientId: 'client' };
const TOO_MANY = 'many_attempts';

const mock = mockClient(CognitoIdentityProviderClient);
const client = new CognitoIdentityProviderClient({ region: 'us-east-1' });
const identity = cognitoIdentity({
  client: () => client,
  userPoolId: POOL.UserPoolId,
  clientId: POOL.ClientId,
});

beforeEach(() => {
  mock.reset();
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
  mock.restore();
});

const throttled = awsFailure('TooManyRequestsException');
const notAuthorized = awsFailure('NotAuthorizedException', 'Incorrect username or password.');
const lockedOut = awsFailure('NotAuthorizedException', 'Password attempts exceeded');
const badPassword = awsFailure('InvalidPasswordException', 'Password did not conform with policy');

const create = () => identity.create('01ADA', 'ada@fans.example', 'a good password');
const verbs = {
  isPassword: [() => identity.isPassword('01ADA', 'password'), AdminInitiateAuthCommand],
  sendResetCode: [() => identity.sendResetCode('01ADA'), ForgotPasswordCommand],
  resetPassword: [() => identity.resetPassword('01ADA', '123456', 'password'), ConfirmForgotPasswordCommand],
  setPassword: [() => identity.setPassword('01ADA', 'new one'), AdminSetUserPasswordCommand],
  create: [create, AdminCreateUserCommand],
} as const;
const names = Object.keys(verbs) as (keyof typeof verbs)[];

/** The verb, and what stands for its first call to Cognito. */
function verb(name: keyof typeof verbs) {
  const [call, Command] = verbs[name];
  return { call, command: mock.on(Command as typeof ForgotPasswordCommand) };
}

describe('creating a Cognito user', () => {
  it('creates a user without e-mail, with a verified address and a permanent password', async () => {
    mock.on(AdminCreateUserCommand).resolves({});
    mock.on(AdminSetUserPasswordCommand).resolves({});
    await create();
    expect(mock.commandCalls(AdminCreateUserCommand)[0]?.args[0].input).toMatchObject({
      UserPoolId: POOL.UserPoolId,
      Username: '01ADA',
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: 'ada@fans.example' },
        { Name: 'email_verified', Value: 'true' },
      ],
    });
    expect(mock.commandCalls(AdminSetUserPasswordCommand)[0]?.args[0].input).toMatchObject({
      Password: 'a good password',
      Permanent: true,
    });
  });

  it.each([
    ['that is not allowed', badPassword, { code: 'invalid_request' }],
    ['that fails otherwise', awsFailure('InternalErrorException'), { name: 'InternalErrorException' }],
  ])('deletes the user again when the password %s', async (_, error, expected) => {
    mock.on(AdminCreateUserCommand).resolves({});
    mock.on(AdminSetUserPasswordCommand).rejects(error);
    mock.on(AdminDeleteUserCommand).resolves({});
    await expect(create()).rejects.toMatchObject(expected);
    const [removed] = mock.commandCalls(AdminDeleteUserCommand);
    expect(removed?.args[0].input).toEqual({ UserPoolId: POOL.UserPoolId, Username: '01ADA' });
  });
});

describe('deleting a Cognito user', () => {
  it('succeeds when there is no such user', async () => {
    mock.on(AdminDeleteUserCommand).rejects(awsFailure('UserNotFoundException'));
    await expect(identity.delete('01ADA')).resolves.toBeUndefined();
  });
});

describe('logging in', () => {
  it('accepts the right password and passes none of Cognito’s tokens on', async () => {
    const AuthenticationResult = { AccessToken: 'access', IdToken: 'id', RefreshToken: 'refresh' };
    mock.on(AdminInitiateAuthCommand).resolves({ AuthenticationResult });
    expect(await identity.isPassword('01ADA', 'password')).toBe(true);
    expect(mock.commandCalls(AdminInitiateAuthCommand)[0]?.args[0].input).toEqual({
      ...POOL,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: '01ADA', PASSWORD: 'password' },
    });
  });

  it.each([notAuthorized, awsFailure('UserNotFoundException')])(
    'refuses the password on %s',
    async (error) => {
      mock.on(AdminInitiateAuthCommand).rejects(error);
      expect(await identity.isPassword('01ADA', 'password')).toBe(false);
    },
  );

  it('refuses the password when Cognito asks for a challenge', async () => {
    mock.on(AdminInitiateAuthCommand).resolves({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
    expect(await identity.isPassword('01ADA', 'password')).toBe(false);
  });
});

describe('a code for a new password', () => {
  it('sends no code to an unknown user, without an error', async () => {
    mock.on(ForgotPasswordCommand).rejects(awsFailure('UserNotFoundException'));
    await expect(identity.sendResetCode('NOBODY-1')).resolves.toBeUndefined();
  });
});

describe('a new password', () => {
  it.each([
    ['resetPassword', awsFailure('CodeMismatchException')],
    ['resetPassword', awsFailure('ExpiredCodeException')],
    ['resetPassword', awsFailure('UserNotFoundException')],
  ] as const)('%s does not set the password on %s', async (name, error) => {
    const { call, command } = verb(name);
    command.rejects(error);
    expect(await call()).toBe(false);
  });

  it('sets the password with the right code', async () => {
    const { call, command } = verb('resetPassword');
    command.resolves({});
    expect(await call()).toBe(true);
  });

  it('sets a permanent password', async () => {
    const { call, command } = verb('setPassword');
    command.resolves({});
    await call();
    expect(mock.commandCalls(AdminSetUserPasswordCommand)[0]?.args[0].input).toMatchObject({
      Username: '01ADA',
      Password: 'new one',
      Permanent: true,
    });
  });

  it.each(['resetPassword', 'setPassword', 'create'] as const)(
    '%s asks for another password when Cognito refuses it',
    async (name) => {
      const { call, command } = verb(name);
      command.rejects(badPassword);
      await expect(call()).rejects.toMatchObject({
        code: 'invalid_request',
        message: 'password_not_allowed',
      });
    },
  );
});

describe.each(names)('%s', (name) => {
  it.each([
    ['throttling that does not end', throttled, 1],
    ['a limit', awsFailure('LimitExceededException'), 1],
    ['too many failed attempts', awsFailure('TooManyFailedAttemptsException'), 1],
    ['a lock-out, which bears the name of a wrong password', lockedOut, 1],
  ])('answers too_many_requests after %s', async (_, error, attempts) => {
    const { call, command } = verb(name);
    command.rejects(error);
    await expect(call()).rejects.toMatchObject({
      code: 'too_many_requests',
      message: TOO_MANY,
      retryAfterS: 30,
    });
    expect(mock.calls()).toHaveLength(attempts);
  });

  it('passes an unexpected error on unchanged', async () => {
    const { call, command } = verb(name);
    const error = awsFailure('InternalErrorException');
    command.rejects(error);
    await expect(call()).rejects.toBe(error);
    expect(mock.calls()).toHaveLength(1);
  });
});
