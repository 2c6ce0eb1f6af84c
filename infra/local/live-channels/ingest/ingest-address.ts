/** The application in `rtmp://HOST:PORT/app/`, as IVS calls it. */
const APPLICATION = 'app';
/** What gets between when an address or key is copied: no key has any of it. */
const BLANKS = /\s|%(?:20|0[9ad]|c2%a0)|[\u{200b}-\u{200f}\u{2060}\u{feff}"'<>]/giu;
/** The server address, where the whole address was pasted as the key. */
const SERVER = /^(?:rtmps?:\/\/[^/]*\/)?(?:app(?:\/|$))?/i;
const SETTINGS = /\?.*$/;

/**
 * The stream key that an encoder publishes with, by the application and the stream's name in its address; or what is
 * wrong with them, as a sentence. Blanks are ignored, and the key may be part of the address.
 */
export function keyIn(app: string, name: string): { readonly key: string } | { readonly problem: string } {
  const [application, keyInAddress = '', ...more] = app
    .replace(SETTINGS, '')
    .split('/')
    .map(withoutBlanks)
    .filter((part) => part !== '');
  const key = withoutBlanks(name).replace(SERVER, '').replace(/\/+$/, '');
  if (application !== APPLICATION || more.length > 0)
    return { problem: `The server address has to end in /${APPLICATION}.` };
  if (key !== '' && keyInAddress !== '' && key !== keyInAddress)
    return { problem: `The server address has to end in /${APPLICATION}: it contains another stream key.` };
  return key || keyInAddress ? { key: key || keyInAddress } : { problem: 'The stream key is missing.' };
}

const withoutBlanks = (text: string): string => text.replaceAll(BLANKS, '');
