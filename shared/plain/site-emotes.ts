/** The codes of the site's emotes, which no channel can give its own. Their pictures: `web/src/features/chat/emotes/pictures`. */
export const SITE_EMOTES = [
  'breeze',
  'ceiling',
  'cool',
  'fan',
  'gg',
  'happy',
  'hot',
  'lol',
  'love',
  'sleepy',
  'unplugged',
  'wow',
] as const;
