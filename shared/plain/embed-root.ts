/** Below it are the pages that anybody may frame, and nothing else. Apart from the rest, as every start of the web asks it. */
export const EMBED_ROOT = '/embed/';
