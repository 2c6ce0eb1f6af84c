import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { chatCommandsRoutes } from '#shared/community/chat-commands.ts';
import { commandIn } from '#functions/chat/answer-command.service.ts';

describe('a command', () => {
  const { params, body } = chatCommandsRoutes['PUT /rooms/{id}/commands/{name}'];

  it.each(['a', 'FAN', 'a'.repeat(26), 'fan!', '!fan', '/ban', 'two words', 'fаn', 'ｆａｎ', 'fan\n', ''])(
    'cannot be named %j',
    (name) => expect(params.safeParse({ id: ulid(), name }).success).toBe(false),
  );

  it.each([
    '',
    '  ',
    '!box',
    ' /ban LoudFan',
    '\u200f!box',
    'two\nlines',
    'a\u0007bell',
    '\u202efan',
    'x'.repeat(501),
  ])('cannot be answered by %j', (answer) => expect(body.safeParse({ answer }).success).toBe(false));
});

describe('a message', () => {
  it.each([
    ['!fan', 'fan'],
    ['!FAN please', 'fan'],
    ['!fan\tplease', 'fan'],
    ['\u200f!fan\u200f من فضلك', 'fan'],
    ['!constructor', 'constructor'],
    ['!fan!', null],
    ['!f', null],
    ['! fan', null],
    ['!!fan', null],
    ['/fan', null],
    ['fan!', null],
    ['！fan', null],
    [`!${'a'.repeat(26)}`, null],
  ])('%j asks for %j', (message, name) => expect(commandIn({ message })).toBe(name));

  it('of a program, or of what somebody does, asks for nothing', () => {
    expect(commandIn({ message: '!fan', via: 'My bot' })).toBeNull();
    expect(commandIn({ message: '!fan', action: true })).toBeNull();
  });
});
