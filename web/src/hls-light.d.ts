/** The light build ships no types. It has the same classes with fewer features. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default as Hls } from 'hls.js';
}
