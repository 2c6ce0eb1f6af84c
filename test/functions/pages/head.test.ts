import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import { withHead } from '#functions/pages/document-head.ts';
import { categoryHead, channelHead, clipHead, videoHead } from '#functions/pages/page-head.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { anyCharacter } from '#test/support/api/contract/any-character.ts';
import { tries } from '#test/support/runner/effort.ts';
import { LANGUAGES } from '#messages/languages.ts';
import { pages } from '#messages/server/pages.ts';
import { translator } from '#messages/translator.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';

const SITE = 'https://fanfare.example';
const ENGLISH = { siteUrl: SITE, language: 'en' } as const;
const PICTURE = '/media/pictures/01ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FAW.jpg';
const LIVE = { is_live: true, ingest: 'receiving', title: 'All night', game: 'Box Fans' } as const;
const DOCUMENT = '<head><title>Fanfare</title>\n<meta name="description" content="Fans." />\n</head>';

const aChannel = (change: Partial<Channel> = {}): Channel => ({
  ...toChannel(newChannel('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Ada_1')),
  display_name: 'Ada',
  ...change,
});
const ofChannel = (change?: Partial<Channel>) => channelHead(aChannel(change), ENGLISH);
const ofVideo = (change: Parameters<typeof aVideo>[1]) =>
  videoHead(aVideo(aChannel(), { status: 'ready', ...OUTPUTS, ...change }), aChannel(), ENGLISH);

describe('the metadata of a channel’s link', () => {
  it('say while live what is shown, with a current picture', () => {
    const head = ofChannel({ ...LIVE, live_thumbnail_url: '/media/live/now.jpg', thumbnail_url: PICTURE });
    expect(head).toMatchObject({
      title: 'All night · Fanfare',
      name: 'Live: All night · Ada',
      description: 'Ada is live on Fanfare: Box Fans.',
      url: `${SITE}/channel/Ada_1`,
      picture: { url: `${SITE}/media/live/now.jpg`, isWide: true },
      properties: { 'og:type': 'video.other' },
    });
    expect(head.linkedData).toMatchObject({
      '@type': 'VideoObject',
      name: 'All night',
      publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true },
    });
  });

  it('name the streamer of a live stream without a title', () => {
    expect(ofChannel({ ...LIVE, title: '', game: '' })).toMatchObject({
      name: 'Live: Ada',
      description: 'Ada is live on Fanfare.',
    });
  });

  it('describe the streamer when offline, without the last stream', () => {
    const head = ofChannel({ title: 'All night', followers: 3, description: 'Fans,\n  quietly.' });
    expect(head).toMatchObject({
      name: 'Ada',
      description: 'Fans, quietly.',
      properties: { 'og:type': 'profile', 'profile:username': 'Ada_1' },
    });
    expect(JSON.stringify(head)).not.toMatch(/broadcast|live:/i);
    expect(head.linkedData).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { interactionStatistic: { userInteractionCount: 3 } },
    });
  });

  it('name the streamer’s pages on other sites', () => {
    const links = [{ url: 'https://fans.example/gale', host: 'fans.example' }];
    const sameAs = ['https://fans.example/gale'];
    expect(ofChannel({ links }).linkedData).toMatchObject({ mainEntity: { sameAs } });
    expect(ofChannel({ ...LIVE, links }).linkedData).toMatchObject({ author: { sameAs } });
  });

  it('show the picture that the owner chose, else the avatar, else the site’s icon', () => {
    const wide = { url: SITE + PICTURE, isWide: true };
    expect(ofChannel({ thumbnail_url: PICTURE, avatar: '/a.jpg' }).picture).toEqual(wide);
    expect(ofChannel({ avatar: PICTURE }).picture).toEqual({ ...wide, isWide: false });
    expect(ofChannel().picture).toEqual({ url: `${SITE}/icon-512.png`, isWide: false });
  });

  it('fit the length that messengers show, and split no character', () => {
    const { description } = ofChannel({ description: '🌀'.repeat(500) });
    expect(description).toBe(`${'🌀'.repeat(199)}…`);
  });
});

describe('the metadata of a video’s link', () => {
  it('name title, length, date, picture and views', () => {
    const head = ofVideo({ title: 'Blades', description: 'Three of them.', views: 7, tags: ['brass'] });
    expect(head).toMatchObject({
      title: 'Blades · Fanfare',
      name: 'Blades',
      description: 'Three of them.',
      picture: { url: SITE + OUTPUTS.thumbnail_url, isWide: true },
      properties: {
        'og:type': 'video.other',
        'video:duration': '13',
        'video:release_date': '2026-11-20T10:00:00.000Z',
      },
    });
    expect(head.linkedData).toMatchObject({
      '@type': 'VideoObject',
      uploadDate: '2026-11-20T10:00:00.000Z',
      duration: 'PT13S',
      thumbnailUrl: [SITE + OUTPUTS.thumbnail_url],
      keywords: ['brass'],
      author: { name: 'Ada', url: `${SITE}/channel/Ada_1` },
      interactionStatistic: { userInteractionCount: 7 },
    });
    expect(head.linkedData).not.toHaveProperty('publication');
  });

  it('name the chapters', () => {
    const { linkedData } = ofVideo({ duration_s: 180, description: '0:00 Low\n1:00 Medium\n2:00 High' });
    const { url, hasPart } = linkedData as { readonly url: string; readonly hasPart: readonly unknown[] };
    const medium = { '@type': 'Clip', name: 'Medium', startOffset: 60, endOffset: 120, url: `${url}?t=60` };
    expect([hasPart.length, hasPart[1]]).toEqual([3, medium]);
    expect(ofVideo({ description: '0:00 Low' }).linkedData).not.toHaveProperty('hasPart');
  });

  it('name the streamer of a video without a description', () => {
    expect(ofVideo({ kind: 'replay' }).description).toBe('A replay by Ada on Fanfare.');
  });
});

describe('the category in the metadata', () => {
  const texts = { siteUrl: SITE, language: 'de' } as const;

  it('has its name in the language, and its address in English', () => {
    const translated = translator(pages, 'de')('categoryNames.box');
    const head = categoryHead({ name: 'Box Fans' }, texts);
    expect(head).toMatchObject({ title: `${translated} · Fanfare`, url: `${SITE}/category/Box%20Fans` });
    expect(channelHead(aChannel(LIVE), texts).description).toContain(translated);
  });

  it('stays as it was written if it is not one of the site’s', () => {
    for (const name of ['Fog & Wind', 'constructor'])
      expect(categoryHead({ name }, texts).title).toBe(`${name} · Fanfare`);
  });
});

describe.each(LANGUAGES)('the metadata in $name', ({ tag: language }) => {
  it('name what the page shows, for each kind of page', () => {
    const site = { siteUrl: SITE, language };
    const channel = aChannel();
    const video = aVideo(channel, { status: 'ready', ...OUTPUTS, title: 'Blades', description: '' });
    const clip = { ...video, clipper: 'Ben' } as unknown as Parameters<typeof clipHead>[0];
    const heads = [
      channelHead(channel, site),
      channelHead(aChannel({ ...LIVE, game: '' }), site),
      channelHead(aChannel(LIVE), site),
      videoHead(video, channel, site),
      videoHead({ ...video, kind: 'replay' }, channel, site),
      clipHead(clip, channel, site),
      categoryHead({ name: 'Box Fans' }, site),
    ];
    for (const { name, description } of heads)
      expect(name + description).not.toMatch(/undefined|[{}]|pages\./);
    const named = heads.map(
      ({ description }) =>
        /Ada/.test(description) || description.includes(translator(pages, language)('categoryNames.box')),
    );
    expect(named).toEqual(heads.map(() => true));
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
    expect(heads[1]!.name).toContain('All night · Ada');
    expect(heads[5]!.description).toContain('Ben');
  });
});

describe('users’ texts in a page', () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.constantFrom(
      '</script><script>alert(1)</script>',
      '"><img src=x>',
      '<!--<script>',
      "$& $' $`",
      '\u2028 &amp;',
    ),
  );

  /** A page all of whose texts and addresses are this text. */
  const written = (text: string): string => {
    const url = `${SITE}/${text}`;
    const picture = { url, isWide: true };
    return withHead(DOCUMENT, { ...ofVideo({ title: text }), url, picture, oembedUrl: url, feedUrl: url });
  };

  it('close no element or attribute, and read as they were written', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = written(text);
        const [, json = ''] =
          /<script type="application\/ld\+json" data-page>([^<>&]*)<\/script>/.exec(html) ?? [];
        expect(JSON.parse(json)).toMatchObject({ name: text });
        const usual = written('');
        for (const mark of ['<', '>', '"><', '<script'])
          expect(markup(html).split(mark).length).toBe(markup(usual).split(mark).length);
        expect(json).not.toMatch(/[\u2028\u2029]/);
      }),
      { numRuns: tries(200) },
    );
  });

  it.each([
    ['title', (text: string) => `<title>${text} · Fanfare</title>`],
    ['canonical address', (text: string) => `<link rel="canonical" href="${SITE}/${text}" data-page />`],
    ['feed', (text: string) => `<link rel="alternate" type="application/rss+xml" href="${SITE}/${text}" `],
    ['oEmbed address', (text: string) => `href="${SITE}/${text}&amp;format=json" data-page />`],
    ['picture', (text: string) => `<meta property="og:image" content="${SITE}/${text}" data-page />`],
  ])('are escaped in the %s', (_, element) => {
    expect(written('"<&>')).toContain(element('&quot;&lt;&amp;&gt;'));
  });
});

/** The document without what stands between the quotes of attributes. */
const markup = (html: string): string => html.replaceAll(/="[^"]*"/g, '=""');
