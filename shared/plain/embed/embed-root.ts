/** Only pages below this path may be framed. A file of its own, because the web's first load needs it. */
export const EMBED_ROOT = '/embed/';
