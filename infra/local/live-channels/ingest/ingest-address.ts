/** The application in `rtmp://HOST:PORT/app/`, with IVS's name. */
const APPLICATION = 'app';
/** Characters that get into an address or key when it is copied. No key contains any. */
const BLANKS = /\s|%(?:20|0[9ad]|c2%a0)|[\u{200b}-\u{200f}\u{2060}\u{feff}"'<>]/giu;
/** The server address, if the whole address was pasted as the key. */
const SERVER = /^(?:rtmps?:\/\/[^/]*\/)?(?:app(?:\/|$))?/i;
const SETTINGS = /\?.*$/;

/**
 * Returns the stream key from the application and the stream name of an encoder's address, or the problem as a
 * sentence. Blanks are ignored, and the key may be part of the address.
 */
export function keyIn(app: string, name: string): { readonly key: string } | { readonly problem: string } {
  const [application, keyInAddress = '', ...more] = app
    .replace(SETTINGS, '')
    .split('/')
    .map(withoutBlanks)
    .filter((part) => part !== '');
  const key = withoutBlanks(name).replace(SERVER, '').replace(/\/+$/, '');
  if (application !== APPLICATION || more.length > 0)
    return { problem: `The server address must end in /${APPLICATION}.` };
  if (key !== '' && keyInAddress !== '' && key !== keyInAddress)
    return { problem: `The server address must end in /${APPLICATION}: it contains another stream key.` };
  return key || keyInAddress ? { key: key || keyInAddress } : { problem: 'The stream key is missing.' };
}

const withoutBlanks = (text: string): string => text.replaceAll(BLANKS, '');
