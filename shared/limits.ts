/** The limits and constants that the specification fixes (§5, §9), with their units. */

import { DAY_MS, HOUR_MS } from './plain/time.ts';

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 25;
/** Letters, digits and underscore; case is kept for display and ignored for identity. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]+$/;

export const PASSWORD_MIN_LENGTH = 8;
/** Cognito's own upper bound. */
export const PASSWORD_MAX_LENGTH = 256;
export const EMAIL_MAX_LENGTH = 254;

export const TITLE_MAX_LENGTH = 140;
export const GAME_MAX_LENGTH = 50;
export const TAG_MAX_LENGTH = 25;
/** §5, §9: tags of one stream. */
export const MAX_TAGS = 5;
/** §9: tags shown on a stream card. */
export const CARD_TAGS = 2;
/** §3, §9: channels recommended in the sidebar. */
export const RECOMMENDED_CHANNELS = 5;

export const DISPLAY_NAME_MAX_LENGTH = 40;
export const DESCRIPTION_MAX_LENGTH = 2000;
export const SCHEDULE_MAX_LENGTH = 500;

/** Channels that one person follows. */
export const MAX_FOLLOWS = 500;

/** §9: chat history. */
export const CHAT_LIMIT_DEFAULT = 50;
export const CHAT_LIMIT_MAX = 100;
export const CHAT_MESSAGE_MAX_LENGTH = 500;
/** One person may write this many messages … */
export const CHAT_RATE_MESSAGES = 10;
/** … in this time. */
export const CHAT_RATE_WINDOW_MS = 10_000;
/** How long a chat remembers. */
export const CHAT_HISTORY_MS = 30 * DAY_MS;
/** Of a message that is answered so many characters stand above the answer. */
export const CHAT_QUOTE_MAX_LENGTH = 140;
/** An account that is younger is new here. */
export const NEW_HERE_MS = 7 * DAY_MS;
/** Nobody who watches live is further behind. */
export const VISIBLE_DELAY_MAX_MS = 5 * 60_000;
/** The header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 64;

/** Pictures of a profile. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** How often a viewer's page says that it is still watching. */
export const PRESENCE_INTERVAL_MS = 30_000;

export const SEARCH_MAX_LENGTH = 100;
/** Results of each kind. */
export const SEARCH_RESULTS = 24;
/** What is suggested while somebody types. */
export const SUGGESTED_CHANNELS = 5;
export const SUGGESTED_CATEGORIES = 3;

/** Entries of one page of a list, unless `limit` says otherwise. */
export const PAGE_LIMIT_DEFAULT = 48;
export const PAGE_LIMIT_MAX = 100;

/** A live channel that has waited this long without a picture is taken off the air. */
export const INGEST_WAIT_MAX_MS = 15 * 60_000;

/** Broadcasts that were recorded for less are of somebody who tried, or began by mistake: they have no replay. */
export const REPLAY_MIN_MS = 5_000;

/** §9: toasts, one at a time. */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

/** §9: the largest upload, 500 MB as the specification counts them. */
export const MAX_UPLOAD_BYTES = 524_288_000;
/** Parts of an upload, but for the last; S3 asks for at least 5 MiB. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
export const FILENAME_MAX_LENGTH = 255;
/** A file that comes as `multipart/form-data`: more would not fit into the 6 MiB of one Lambda event, in base64. */
export const MAX_FORM_FILE_BYTES = 4_400_000;
/** Uploads of one person that are not finished. */
export const MAX_OPEN_UPLOADS = 5;
/** How long an upload waits to be finished, and then to be published. */
export const UPLOAD_KEPT_MS = DAY_MS;
/** The longest video, in seconds: what is made of it is paid for by its length. */
export const MAX_VIDEO_S = 12 * 60 * 60;
/** And by its pictures' size: as much as the longest one has in 1080p. Of 4K it is three hours. */
export const MAX_VIDEO_PIXEL_SECONDS = 1920 * 1080 * MAX_VIDEO_S;
/** Videos of one person that are being processed. */
export const MAX_PROCESSING_VIDEOS = 10;

/** §9: what the browser records: a chunk every … */
export const CHUNK_INTERVAL_MS = 2000;
/** … at this rate, with pictures of this size where the camera has them. */
export const RECORDING_BITS_PER_SECOND = 2_500_000;
export const CAMERA_WIDTH_PX = 1280;
export const CAMERA_HEIGHT_PX = 720;
/** A chunk of 2 s has about 0.7 MB; as a form it must fit into one Lambda event (see `MAX_FORM_FILE_BYTES`). */
export const MAX_CHUNK_BYTES = 4_000_000;
/** Presigned addresses of one request. */
export const MAX_CHUNK_URLS = 50;
/** The longest broadcast from a camera. */
export const MAX_BROADCAST_MS = 8 * HOUR_MS;
/** So many chunks the longest broadcast has, with some that came early. */
export const MAX_BROADCAST_CHUNKS = 15_000;
/** Broadcasts from the camera that one person may begin in a day. */
export const MAX_BROADCASTS_PER_DAY = 50;
/** A broadcast that needs jobs takes one of the site's slots from its first chunk on, until none has come for so long. */
export const CAMERA_SLOT_SILENCE_MS = 30_000;
/** Without a chunk for so long, a broadcast is over. */
export const BROADCAST_SILENCE_MS = 60_000;
/** So long after the end missing chunks are taken. */
export const CHUNK_RECOVERY_MS = DAY_MS;

/** What goes the direct way: a segment of video and sound every … */
export const SEGMENT_MS = 1000;
/** What a segment's length must lie between. Live it is listed where it rounds to the target duration, or less. */
export const MIN_SEGMENT_MS = 200;
export const MAX_SEGMENT_MS = 4000;
/** Of a segment's picture and sound, of its small rendition, and of one request with both. */
export const MAX_SEGMENT_BYTES = 2_500_000;
export const MAX_SMALL_SEGMENT_BYTES = 600_000;
export const MAX_SEGMENT_UPLOAD_BYTES = 4_000_000;
/** So many segments the longest broadcast has, should they be half as long. */
export const MAX_BROADCAST_SEGMENTS = 60_000;
/** The picture of a broadcast on its card. */
export const MAX_LIVE_PICTURE_BYTES = 100_000;

/** Pieces of news that a list shows, and counts. */
export const NEWS_LIST_LENGTH = 30;
/** How long a piece of news is kept. */
export const NEWS_KEPT_MS = 30 * DAY_MS;
/** Browsers in which one person is told; one more takes the place of the oldest. */
export const MAX_NEWS_BROWSERS = 10;

/** Chat's rooms: the longest pause between two messages of a person. */
export const SLOW_MODE_MAX_S = 120;
/** The longest time-out: 14 days. */
export const TIME_OUT_MAX_MINUTES = 14 * 24 * 60;
export const MAX_MODERATORS = 50;
/** Words and phrases that a chat holds back. */
export const MAX_HELD_WORDS = 100;
export const HELD_WORD_MAX_LENGTH = 50;
/** People whom one person hides from themselves. */
export const MAX_HIDDEN_PEOPLE = 500;
/** What whoever reports something adds to it, and whoever was suspended answers. */
export const REPORT_WORDS_MAX_LENGTH = 500;
export const APPEAL_MAX_LENGTH = 2000;
/** What a moderator writes to whom it concerns. */
export const MODERATOR_WORDS_MAX_LENGTH = 500;
/** Beyond, an account is suspended for good. */
export const MAX_SUSPENSION_DAYS = 365;

/** Clips: a piece of a broadcast or of a video, so long. */
export const CLIP_MIN_MS = 5_000;
export const CLIP_MAX_MS = 90_000;
/** Of what is live, a clip may begin so long ago. */
export const CLIP_BACK_MAX_MS = 5 * 60_000;
