import { describe, expect, it } from 'vitest';
import type { RoomRole } from '#shared/community/rooms.ts';
import { commandsFor, readDraft } from '#web/features/chat/writing/commands/read-draft.ts';

const read = (text: string, role: RoomRole = 'streamer') => readDraft(text, role);
const message = (text: string, isAction = false) => ({ type: 'message', message: text, isAction });
const command = (expected: object) => ({ type: 'command', command: expected });
const refused = (problem: object) => ({ type: 'refused', problem });
const timeOut = (minutes: number, reason = '') =>
  command({ type: 'sanction', username: 'LoudFan', minutes, reason });
const ban = (reason = '') => command({ type: 'sanction', username: 'LoudFan', minutes: null, reason });
const slow = (seconds: number) => command({ type: 'slow', seconds });
const usage = (name: string) => refused({ reason: 'usage', name });

describe('a text', () => {
  it.each([
    ['hello', message('hello')],
    ['  hello\n\n fans ', message('hello fans')],
    ['', message('')],
    [' \u200f ', message('')],
    ['and/or', message('and/or')],
    ['1/2', message('1/2')],
    ['!fan', message('!fan')],
    ['//shrug', message('/shrug')],
    ['//ban LoudFan', message('/ban LoudFan')],
    ['///', message('//')],
    ['／人＼', message('／人＼')],
    ['/me waves', message('waves', true)],
    ['/ME  waves \n twice', message('waves twice', true)],
    ['/me /ban LoudFan', message('/ban LoudFan', true)],
    ['/me', usage('me')],
  ])('%j is %j', (text, draft) => expect(read(text)).toEqual(draft));
});

describe('a command', () => {
  it.each([
    ['/timeout LoudFan 10m', timeOut(10)],
    ['/timeout LoudFan 10m buys no fans', timeOut(10, 'buys no fans')],
    ['/timeout @LoudFan 2h', timeOut(120)],
    ['/timeout @LoudFan: 1d', timeOut(1440)],
    ['/timeout LoudFan 14d', timeOut(20_160)],
    // A bare number is in seconds, as on Twitch; a time-out has whole minutes.
    ['/timeout LoudFan 600', timeOut(10)],
    ['/timeout LoudFan 10', timeOut(1)],
    ['/timeout LoudFan 90s', timeOut(2)],
    ['/timeout LoudFan', timeOut(10)],
    ['/timeout LoudFan spam', timeOut(10, 'spam')],
    ['/TimeOut LoudFan 5M', timeOut(5)],
    ['  /timeout \n LoudFan   5m  too   loud', timeOut(5, 'too   loud')],
    ['\u200f/timeout \u200eLoudFan\u200e \u200f10m', timeOut(10)],
    ['/timeout LoudFan ١٠m', timeOut(10)],
    ['/ｔｉｍｅｏｕｔ　＠ＬｏｕｄＦａｎ　１０ｍ', timeOut(10)],
    ['/timeout LoudFan 5m المروحة عالية', timeOut(5, 'المروحة عالية')],
    ['/ban LoudFan', ban()],
    ['/ban @LoudFan Spam', ban('Spam')],
    ['/untimeout LoudFan', command({ type: 'lift', username: 'LoudFan' })],
    ['/unban @LoudFan', command({ type: 'lift', username: 'LoudFan' })],
    ['/slow 10s', slow(10)],
    ['/slow 10', slow(10)],
    ['/slow 2m', slow(120)],
    ['/slow', slow(30)],
    ['/slow 0', slow(0)],
    ['/slow OFF', slow(0)],
    ['/clear', command({ type: 'clear' })],
    [
      '/poll Which fan? | Ceiling |Desk || ',
      command({ type: 'poll', question: 'Which fan?', answers: ['Ceiling', 'Desk'] }),
    ],
    ['/poll', command({ type: 'poll', question: '', answers: [] })],
    ['/title Box fans  at night', command({ type: 'title', text: 'Box fans  at night' })],
    ['/game Box Fans', command({ type: 'game', text: 'Box Fans' })],
    ['/help', command({ type: 'help' })],
    ['/help timeout', command({ type: 'help' })],
  ])('%j is %j', (text, draft) => expect(read(text)).toEqual(draft));

  it.each([
    ['/timeout', usage('timeout')],
    ['/timeout @', usage('timeout')],
    ['/timeout LoudFan 10x', usage('timeout')],
    ['/timeout LoudFan 1.5h', usage('timeout')],
    ['/timeout LoudFan -5m', usage('timeout')],
    ['/timeout LoudFan 0', refused({ reason: 'time_out_length' })],
    ['/timeout LoudFan 15d', refused({ reason: 'time_out_length' })],
    [`/timeout LoudFan ${'9'.repeat(400)}`, refused({ reason: 'time_out_length' })],
    ['/ban', usage('ban')],
    ['/ban ab', usage('ban')],
    [`/ban ${'a'.repeat(26)}`, usage('ban')],
    ['/ban Lоudfan', usage('ban')],
    ['/ban ../me', usage('ban')],
    ['/unban', usage('unban')],
    ['/unban LoudFan please', usage('unban')],
    ['/untimeout', usage('untimeout')],
    ['/slow fast', usage('slow')],
    ['/slow 10 s', usage('slow')],
    ['/slow 121', refused({ reason: 'slow_mode_length' })],
    ['/slow 1h', refused({ reason: 'slow_mode_length' })],
    ['/clear LoudFan', usage('clear')],
    ['/title', usage('title')],
    ['/game  ', usage('game')],
  ])('%j is refused: %j', (text, draft) => expect(read(text)).toEqual(draft));

  it.each(['/', '/ ban LoudFan', '/bann LoudFan', '/shrug', '/constructor', '/__proto__', '/bаn LoudFan'])(
    '%j is unknown, and not sent',
    (text) => expect(read(text)).toMatchObject({ type: 'refused', problem: { reason: 'unknown' } }),
  );
});

describe('the roles', () => {
  const commands =
    '/timeout LoudFan, /ban LoudFan, /untimeout LoudFan, /unban LoudFan, /slow 10, /clear, /title Fans, /game Fans'.split(
      ', ',
    );

  it.each(commands)('a viewer may not use %s, and does not send it', (text) => {
    expect(read(text, 'viewer')).toMatchObject({ type: 'refused', problem: { reason: 'role' } });
    expect(read(text.toUpperCase(), 'viewer')).toMatchObject({ type: 'refused' });
  });

  it('a moderator may not change the title or the category', () => {
    const denied = commands.filter((text) => read(text, 'moderator').type === 'refused');
    expect(denied).toEqual(['/title Fans', '/game Fans']);
    expect(read('/title Fans', 'moderator')).toEqual(refused({ reason: 'role', role: 'streamer' }));
  });

  it('each has its commands', () => {
    expect(commandsFor('viewer')).toEqual(['me', 'help']);
    expect(commandsFor('moderator')).not.toContain('title');
    expect(commandsFor('streamer')).toHaveLength(11);
  });
});
