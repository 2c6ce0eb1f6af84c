/** Accounts: specification §3 (payloads, current user), §7 (`/auth/*`), §8 (error messages). */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import { described, entity, Id, notEmpty, text, Timestamp, trimmedText, Username } from '../base/fields.ts';
import { LANGUAGES } from '#messages/languages.ts';
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../limits.ts';
import { typedCode } from '../plain/text/typed-digits.ts';
import { routes } from '../base/route.ts';

const Email = z.pipe(trimmedText().check(z.maxLength(EMAIL_MAX_LENGTH)), z.email());

/** Composed, because systems type the same letters in different forms. */
const NewPassword = text().check(
  z.overwrite((password) => password.normalize('NFC')),
  z.minLength(PASSWORD_MIN_LENGTH),
  z.maxLength(PASSWORD_MAX_LENGTH),
  // Cognito rejects these without a message for people.
  z.refine((password) => password === password.trim(), broken('spaces_at_edges')),
  z.refine((password) => !/[\n\r\u2028\u2029]/.test(password), broken('line_breaks')),
);

export const GivenPassword = text().check(notEmpty(), z.maxLength(PASSWORD_MAX_LENGTH));
const GivenUsername = described(
  trimmedText().check(notEmpty(), z.maxLength(EMAIL_MAX_LENGTH)),
  'The username, or the e-mail address of the account',
);

const FactorCode = described(
  trimmedText().check(z.overwrite(typedCode), notEmpty(), z.maxLength(64)),
  'A code that the authenticator app shows, or a recovery code',
);

/** The tag of a language that the interface has. */
const LanguageTag = z.enum(LANGUAGES.map(({ tag }) => tag));

/** Why a person may only read, and until when. Absent for people who may write. */
export const Suspension = entity('Suspension', {
  until: described(z.nullable(Timestamp), 'Null: for good'),
  reason: described(z.string(), 'As reports have it'),
  words: described(z.string(), 'Of the moderator, to the person'),
});
export type Suspension = z.infer<typeof Suspension>;

/** The signed-in person, as the browser stores it under `currentUser`. `id` is also the channel's id. */
export const User = entity('User', {
  id: Id,
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  created_at: Timestamp,
  is_moderator: described(z.optional(z.boolean()), 'Of the whole site; left out of those who are none'),
  language: described(
    z.optional(LanguageTag),
    'Of the interface, mails and notifications; left out where none was chosen',
  ),
  suspension: z.optional(Suspension),
});
export type User = z.infer<typeof User>;

export const Session = entity('Session', { token: z.string(), user: User });
export type Session = z.infer<typeof Session>;

/** A copy of a person's data, in one or more ZIP archives. */
export const DataExport = entity('DataExport', {
  status: z.enum(['none', 'making', 'ready']),
  archives: described(
    z.array(
      z.object({
        url: described(z.string(), 'Holds for ten minutes; ask again for a new one'),
        size_bytes: z.int(),
      }),
    ),
    'Empty in answers to requests without the password',
  ),
  expires_at: described(z.nullable(Timestamp), 'Until then the archives are kept'),
});
export type DataExport = z.infer<typeof DataExport>;

/** A signed-in browser or program. */
export const SessionInfo = entity('SessionInfo', {
  id: Id,
  device: described(z.string(), 'In words: ‘Firefox on Windows’'),
  created_at: Timestamp,
  last_used_at: described(z.iso.datetime(), 'When it last asked for a token'),
  is_current: described(z.boolean(), 'Whether it is the one that asks'),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** Whether log-in requires a code of an authenticator app. */
export const TwoFactorState = entity('TwoFactorState', {
  is_on: z.boolean(),
  recovery_codes_left: described(z.int(), 'Each logs in once, in place of a code of the app'),
});
export type TwoFactorState = z.infer<typeof TwoFactorState>;

/** The secret for an authenticator app. */
export const TwoFactorSecret = entity('TwoFactorSecret', {
  secret: described(z.string(), 'In base 32, to be typed in'),
  url: described(z.string(), 'An `otpauth:` address, to be shown as a QR code'),
});
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>;

export const RecoveryCodes = entity('RecoveryCodes', {
  recovery_codes: described(z.array(z.string()), 'Shown this once'),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Visible to the account's owner alone. */
export const AccountSettings = entity('AccountSettings', {
  email: z.string(),
  is_email_verified: described(z.boolean(), 'Whether somebody has shown that the address is theirs'),
  is_email_taken: described(z.boolean(), 'Another account has shown it: this one needs another address'),
  pending_email: described(
    z.nullable(z.string()),
    'The address that takes its place once its code is entered',
  ),
  can_send_mail: described(z.boolean(), 'Without, no code is sent, and addresses count as verified'),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

const EmailCode = trimmedText().check(z.overwrite(typedCode), z.regex(/^\d{6}$/, broken('not_six_digits')));

/** Of what a stolen token must not do. */
const PasswordBody = z.strictObject({ password: GivenPassword });

export const SignupBody = z.strictObject({
  username: Username,
  email: Email,
  password: NewPassword,
  language: described(z.optional(LanguageTag), 'Of the interface at sign-up; mails come in it'),
});
export const LoginBody = z.strictObject({
  username: GivenUsername,
  password: GivenPassword,
  code: described(z.optional(FactorCode), 'Where it is asked for by `second_factor_required`'),
});

const Nothing = z.undefined();

export const authRoutes = routes({
  'POST /auth/signup': {
    summary: 'Create an account and its channel',
    access: 'public',
    body: SignupBody,
    counts: 'sign-up',
    status: 201,
    response: Session,
    errors: ['username_taken', 'email_taken', 'too_many_requests'],
  },
  'POST /auth/login': {
    summary: 'Exchange username or e-mail address and password for a token that lives 15 minutes',
    access: 'public',
    body: LoginBody,
    counts: 'log-in',
    response: Session,
    errors: ['invalid_credentials', 'second_factor_required', 'too_many_requests'],
  },
  'POST /auth/refresh': {
    summary: 'Exchange the cookie that sign-up, log-in or the last refresh set for the next token',
    access: 'public',
    counts: 'read',
    response: Session,
    errors: ['unauthenticated', 'too_many_requests'],
  },
  'POST /auth/logout': {
    summary: 'End the session of the token, or of the cookie',
    access: 'optional',
    openToSuspended: true,
    counts: 'read',
    status: 204,
    response: Nothing,
    errors: ['too_many_requests'],
  },
  'GET /auth/sessions': {
    summary: 'Where one is signed in',
    access: 'signed-in',
    response: z.array(SessionInfo),
  },
  'DELETE /auth/sessions': {
    summary: 'Sign out everywhere, here too',
    access: 'signed-in',
    openToSuspended: true,
    status: 204,
    response: Nothing,
    errors: ['too_many_requests'],
  },
  'DELETE /auth/sessions/{id}': {
    summary: 'Sign one of one’s devices out',
    access: 'signed-in',
    openToSuspended: true,
    params: z.object({ id: Id }),
    status: 204,
    response: Nothing,
    errors: ['too_many_requests'],
  },
  'GET /auth/me': { summary: 'The signed-in user', access: 'signed-in', response: User },
  'DELETE /auth/me': {
    summary: 'Delete the account with all that it has made; it is locked at once',
    access: 'signed-in',
    openToSuspended: true,
    body: PasswordBody,
    status: 204,
    response: Nothing,
    errors: ['forbidden', 'too_many_requests'],
  },
  'POST /auth/export': {
    summary: 'Have a copy made of what is held of you; again within an hour, the same one',
    access: 'signed-in',
    openToSuspended: true,
    body: PasswordBody,
    status: 201,
    response: DataExport,
    errors: ['forbidden', 'too_many_requests'],
  },
  'POST /auth/export/links': {
    summary: 'Where to fetch the copy',
    access: 'signed-in',
    openToSuspended: true,
    body: PasswordBody,
    response: DataExport,
    errors: ['forbidden', 'too_many_requests'],
  },
  'GET /auth/export': {
    summary: 'How far the copy is; its addresses need the password',
    access: 'signed-in',
    response: DataExport,
  },
  'GET /auth/two-factor': {
    summary: 'Whether logging in asks for a second factor',
    access: 'signed-in',
    response: TwoFactorState,
  },
  'POST /auth/two-factor': {
    summary: 'Get a secret for an authenticator app; it counts once a code of it was confirmed',
    access: 'signed-in',
    openToSuspended: true,
    body: PasswordBody,
    response: TwoFactorSecret,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  },
  'POST /auth/two-factor/confirm': {
    summary: 'Turn two-factor log-in on by a code of the app; ends every other session',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ code: FactorCode }),
    response: RecoveryCodes,
    errors: ['conflict', 'too_many_requests'],
  },
  'POST /auth/two-factor/recovery-codes': {
    summary: 'Replace the recovery codes',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ password: GivenPassword, code: FactorCode }),
    response: RecoveryCodes,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  },
  'DELETE /auth/two-factor': {
    summary: 'Turn two-factor log-in off',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ password: GivenPassword, code: FactorCode }),
    status: 204,
    response: Nothing,
    errors: ['forbidden', 'too_many_requests'],
  },
  'GET /auth/account': {
    summary: 'The e-mail address, and what is known of it',
    access: 'signed-in',
    response: AccountSettings,
  },
  'PUT /auth/language': {
    summary: 'Choose the language of the interface, mails and notifications; null: none',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ language: z.nullable(LanguageTag) }),
    response: User,
  },
  'POST /auth/email': {
    summary:
      'Send a code to another e-mail address, which takes the place of the present one once it is entered',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ email: Email, password: GivenPassword }),
    counts: 'forgotten password',
    status: 204,
    response: Nothing,
    errors: ['forbidden', 'conflict', 'email_taken', 'too_many_requests', 'unavailable'],
  },
  'POST /auth/email/code': {
    summary: 'Send another code to the address that waits for one',
    access: 'signed-in',
    openToSuspended: true,
    counts: 'forgotten password',
    status: 204,
    response: Nothing,
    errors: ['conflict', 'email_taken', 'too_many_requests', 'unavailable'],
  },
  'POST /auth/email/confirm': {
    summary: 'Enter the code: its address becomes the account’s, if no other account has it',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ code: EmailCode }),
    counts: 'log-in',
    response: User,
    errors: ['email_taken', 'too_many_requests'],
  },
  'POST /auth/forgot-password': {
    summary: 'Send a code for a new password to the account’s e-mail address',
    access: 'public',
    body: z.strictObject({ username: GivenUsername }),
    counts: 'forgotten password',
    status: 204,
    response: Nothing,
    errors: ['too_many_requests'],
  },
  'POST /auth/reset-password': {
    summary: 'Set a new password with the code that was sent; ends every session',
    access: 'public',
    body: z.strictObject({
      username: GivenUsername,
      code: trimmedText().check(z.overwrite(typedCode), notEmpty(), z.maxLength(64)),
      password: NewPassword,
    }),
    // Codes can be guessed like passwords.
    counts: 'log-in',
    status: 204,
    response: Nothing,
    errors: ['invalid_credentials', 'too_many_requests'],
  },
  'POST /auth/change-password': {
    summary: 'Replace the password; ends every other session',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ current_password: GivenPassword, new_password: NewPassword }),
    status: 204,
    response: Nothing,
    errors: ['forbidden', 'too_many_requests'],
  },
});
