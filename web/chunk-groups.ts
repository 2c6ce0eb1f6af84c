/** Which modules share a script of the build, by their paths. `test/web/chunk-groups.test.ts` finds patterns without a file. */

/** Small, and of many screens: the names of the files that they would be add up in the first load. */
const PARTS =
  /[\\/](ui[\\/]((card|page-text|pictures[\\/]poster|tabs|tool-panel|when-near)\.tsx|states[\\/])|lib[\\/](api[\\/]session[\\/](claims|log-out)|i18n[\\/](numbers|dates|timing|units)|media[\\/]play-time|tab-lock|api[\\/]unique-key|pictures[\\/](picture|pictures-upload)\.ts|sound[\\/]context-for|hooks[\\/]use-(momentary|age))|features[\\/](search[\\/]search\.queries|wall[\\/]wall-address|moderation[\\/]report-words|channels[\\/]stream-pages|streaming[\\/]streaming\.queries|videos[\\/](visibility-words|watch[\\/]count-view))|pages[\\/]own-stream|build[\\/]modern[\\/]mutationOptions)/;

/** What the start and the player's engine share. */
const BASE =
  /(preload-helper|[\\/]lib[\\/](listen|async[\\/](emitter|any-signal)|kept|api[\\/]timed-fetch)\.ts)/;

/** What starts a video before the application runs: without texts, and apart from the start. */
const ENGINE =
  /[\\/](player[\\/](engine[\\/](first-playback|playlist|preferences|video-watch|live-pace|hls-config)|live[\\/]player-source)\.ts|wall[\\/]wall-tiles\.ts|lib[\\/](page-data|parse-url)\.ts|shared[\\/]plain[\\/]live[\\/]poll-slot)/;

const HLS = /[\\/](hls\.js[\\/]|player[\\/]engine[\\/]hls[\\/])/;

const WATCH =
  /[\\/](player[\\/](player-frame|report-failure|live[\\/]player)|presence\.reporter|report-menu|use-live-channel|channel-missing|end-button|owner-menu|linked-text|chat-line|room-chat|use-follow|bell-button|video[\\/]video-player)\.tsx?$/;

const LISTS =
  /[\\/](video-grid|videos\.queries|video-thumbnail|channels[\\/]\w+-thumbnail|lib[\\/]realtime[\\/][\w-]+)\.tsx?$/;

export const CHUNK_GROUPS = [
  { name: 'base', test: BASE, priority: 5 },
  { name: 'engine', test: ENGINE, priority: 4 },
  { name: 'hls', test: HLS, priority: 3 },
  // All of the first load in one script: two kilobytes less than in five, and one request.
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*[\\/]first-player\.ts$)/, priority: 1 },
  // Else each icon, part and field that two screens have is a request of 300 bytes, and its name a part of the first load.
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'parts', test: PARTS, minShareCount: 2 },
  // Without texts, so that the languages share it.
  { name: 'swagger', test: /[\\/]swagger-ui-dist[\\/].*\.(js|css)$/ },
  {
    name: 'dialogs',
    test: /[\\/](ui[\\/]overlays[\\/](?!toast\.tsx)|confirmed-button|use-leave-guard|while-true)/,
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: /[\\/](ui[\\/]forms[\\/]|features[\\/]auth[\\/]|auth-frame|category-suggestions)/,
    minShareCount: 2,
  },
  {
    name: 'fans',
    test: /[\\/](fan-picture|fans\.queries|fan-page-header|choose-fans)\.tsx?$/,
    minShareCount: 2,
  },
  { name: 'schedules', test: /[\\/]schedules[\\/](when-words|editor[\\/]plan-broadcasts)/, minShareCount: 2 },
  // Of the pages of channels, videos and the wall: a request each would cost more than what a page does not need.
  { name: 'watch', test: WATCH, minShareCount: 2 },
  { name: 'lists', test: LISTS, minShareCount: 2 },
];
