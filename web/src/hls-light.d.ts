/** The light build of hls.js ships no types of its own: same classes as the full one, fewer features inside. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default as Hls } from 'hls.js';
}
