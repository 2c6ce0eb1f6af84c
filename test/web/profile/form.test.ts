import { describe, expect, it } from 'vitest';
import { coverCrop } from '#web/lib/pictures/picture.ts';
import {
  formOf,
  isChanged,
  linkError,
  pictureChanges,
  problemsOf,
  statusChanges,
  textChanges,
} from '#web/features/profile/profile-form.ts';
import { withEdits } from '#web/features/profile/edit-profile.tsx';
import { EMPTY_PROFILE } from '#shared/channels/profile-fields.ts';
import { aChannel } from '../support/channel.ts';

const channel = aChannel('ada', {
  avatar: '/media/pictures/a.webp',
  title: 'A quiet evening',
  game: 'Box Fans',
  description: 'Old fans',
  tags: ['quiet'],
});
const before = formOf(channel);

describe('the profile form', () => {
  it('sends trimmed changes only', () => {
    const form = { ...before, description: ' New fans ', schedule: 'Fridays', title: 'A loud one' };
    expect(textChanges(form, before)).toEqual({ description: 'New fans', schedule: 'Fridays' });
    expect(statusChanges(form, before)).toEqual({ title: 'A loud one' });
    expect(pictureChanges(form, before)).toEqual([]);
  });

  it('knows when nothing changed', () => {
    expect(isChanged({ ...before, description: ' Old fans ', tags: ['quiet'] }, before)).toBe(false);
  });

  it.each([
    ['a tag', { tags: [] }],
    ['a picture taken away', { avatar: '' }],
    ['a new picture', { thumbnail_url: { blob: new Blob(['x']), url: 'blob:x' } }],
    ['an emptied text', { description: '' }],
  ])('notices %s', (_what, change) => {
    expect(isChanged({ ...before, ...change }, before)).toBe(true);
  });

  it('sends all links without empty ones, with https where the owner has left it out', () => {
    const links = ['fans.example/gale', ' ', 'http://fans.example'];
    expect(textChanges({ ...before, links }, before)).toEqual({
      links: ['https://fans.example/gale', 'http://fans.example'],
    });
    expect(Object.keys(problemsOf({ ...before, links }, before))).toEqual(['links']);
    expect(links.map(linkError)).toEqual([undefined, undefined, 'A link must begin with https://']);
  });

  it('sends empty texts and all tags', () => {
    const form = { ...before, description: ' ', tags: ['loud', 'quiet'] };
    expect(textChanges(form, before)).toEqual({ description: '' });
    expect(statusChanges(form, before)).toEqual({ tags: ['loud', 'quiet'] });
  });

  it('requires a display name, and keeps title and category', () => {
    expect(Object.keys(problemsOf({ ...before, display_name: ' ', title: '', game: ' ' }, before))).toEqual([
      'display_name',
      'title',
      'game',
    ]);
    const fresh = { ...before, title: '', game: '' };
    expect(problemsOf(fresh, fresh)).toEqual({});
  });
});

describe('a saved channel', () => {
  it('shows the saved fields and its current counts', () => {
    const texts = Object.fromEntries(Object.keys(EMPTY_PROFILE).map((name) => [name, `new ${name}`]));
    const saved = { ...channel, ...texts, tags: ['loud'] };
    expect(withEdits({ ...channel, followers: 4 }, saved)).toEqual({ ...saved, followers: 4 });
    expect(withEdits(channel, null)).toBe(channel);
  });
});

describe('the kept part of a picture', () => {
  it.each([
    [
      'a wide one for a square',
      { width: 1600, height: 1000 },
      { width: 512, height: 512 },
      [300, 0, 1000, 1000],
    ],
    [
      'a tall one for 16:9',
      { width: 900, height: 1600 },
      { width: 1280, height: 720 },
      [0, 546.875, 900, 506.25],
    ],
    ['one that fits', { width: 640, height: 360 }, { width: 1280, height: 720 }, [0, 0, 640, 360]],
  ])('is the middle of %s', (_what, source, target, [x, y, width, height]) => {
    expect(coverCrop(source, target)).toEqual({ x, y, width, height });
  });
});
