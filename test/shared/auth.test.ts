import { describe, expect, it } from 'vitest';
import { ruleSentences } from '#test/support/api/contract/rule-sentences.ts';
import { LoginBody, SignupBody } from '#shared/people/auth.ts';

const SIGNUP = { username: 'ada', email: 'ada@fans.example', password: 'eight888' };

const signupWords = (change: object): string[] => ruleSentences(SignupBody, { ...SIGNUP, ...change });

/** An address of exactly so many characters, in labels that mail takes. */
const address = (length: number): string => {
  const rest = length - 'a@'.length - '.example'.length;
  const labels = Array.from({ length: Math.ceil(rest / 64) }, (_, index) =>
    'b'.repeat(Math.min(63, rest - index * 64)),
  );
  return `a@${labels.filter(Boolean).join('.')}.example`;
};

describe('the e-mail address of a sign-up', () => {
  it.each(['a@b.example', 'Ada.Lovelace+fans@Sub.Fans.example', ' ada@fans.example '])(
    'may be %j',
    (email) => {
      expect(SignupBody.parse({ ...SIGNUP, email }).email).toBe(email.trim());
    },
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@fans.example',
    'a b@fans.example',
    'ada@fans',
    'ada@fans.example, x@y.example',
  ])('may not be %j', (email) => {
    expect(signupWords({ email })).toEqual(['Email is not an email address.']);
  });

  it('has at most 254 characters', () => {
    expect(address(254)).toHaveLength(254);
    expect(signupWords({ email: address(254) })).toEqual([]);
    expect(signupWords({ email: address(255) })).toEqual(['Email must have at most 254 characters.']);
  });
});

describe('the password of a sign-up', () => {
  it.each(['eight888', 'x'.repeat(256), 'with spaces inside', 'päßwörd🌀'])('may be %j', (password) => {
    expect(SignupBody.parse({ ...SIGNUP, password }).password).toBe(password);
  });

  it.each([
    ['seven77', 'Password must have at least 8 characters.'],
    ['x'.repeat(257), 'Password must have at most 256 characters.'],
    [' leading space', 'Password may not start or end with a space.'],
    ['trailing space ', 'Password may not start or end with a space.'],
    ['        ', 'Password may not start or end with a space.'],
    ['two\nlines', 'Password may not have line breaks or control characters.'],
    ['two\u2028lines', 'Password may not have line breaks or control characters.'],
  ])('may not be %j', (password, words) => {
    expect(signupWords({ password })).toEqual([words]);
  });
});

describe('a login', () => {
  it('accepts any password that could once be set, unchanged', () => {
    const password = ' seven ';
    expect(LoginBody.parse({ username: ' Ada ', password })).toEqual({ username: 'Ada', password });
  });
});
