/** Limits and constants with their units; § refers to docs/specification.md. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './plain/time.ts';

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 25;
/** Letters, digits and underscore; unique in any case. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]+$/;

export const PASSWORD_MIN_LENGTH = 8;
/** Cognito's upper bound. */
export const PASSWORD_MAX_LENGTH = 256;
export const EMAIL_MAX_LENGTH = 254;

/** Per person. */
export const MAX_ACCESS_TOKENS = 20;
export const ACCESS_TOKEN_NAME_MAX_LENGTH = 50;
/** A leap year, so that the same day of the next year can be chosen. */
export const ACCESS_TOKEN_LIFE_MAX_MS = 366 * DAY_MS;

export const TITLE_MAX_LENGTH = 140;
export const GAME_MAX_LENGTH = 50;
export const TAG_MAX_LENGTH = 25;
/** §5, §9: per stream. */
export const MAX_TAGS = 5;
/** §9: on a stream card. */
export const CARD_TAGS = 2;
/** §3, §9: in the sidebar. */
export const RECOMMENDED_CHANNELS = 5;

export const DESCRIPTION_MAX_LENGTH = 2000;
/** All texts of a profile: `shared/channels/profile-fields.ts` says what derives from this list. */
export const PROFILE_MAX_LENGTHS = {
  display_name: 40,
  description: DESCRIPTION_MAX_LENGTH,
  schedule: 500,
} as const;

/** Of a profile. */
export const MAX_PROFILE_LINKS = 5;
export const PROFILE_LINK_MAX_LENGTH = 300;

/** Per person. */
export const MAX_FOLLOWS = 500;

/** §9: chat history. */
export const CHAT_LIMIT_DEFAULT = 50;
export const CHAT_LIMIT_MAX = 100;
export const CHAT_MESSAGE_MAX_LENGTH = 500;
/** Messages of one person per window. */
export const CHAT_RATE_MESSAGES = 10;
export const CHAT_RATE_WINDOW_MS = 10_000;
export const CHAT_HISTORY_MS = 30 * DAY_MS;
/** Characters of an answered message above the answer. */
export const CHAT_QUOTE_MAX_LENGTH = 140;
export const POLL_QUESTION_MAX_LENGTH = 140;
export const POLL_ANSWER_MAX_LENGTH = 60;
export const POLL_MIN_ANSWERS = 2;
export const POLL_MAX_ANSWERS = 5;
export const POLL_MIN_S = 30;
export const POLL_MAX_S = 600;
/** How long pages show the result. */
export const POLL_RESULT_MS = 2 * MINUTE_MS;
/** Younger accounts are new. */
export const NEW_HERE_MS = 7 * DAY_MS;
/** Messages of a new account in a chat that have the badge “New here”. */
export const NEW_HERE_MESSAGES = 10;
/** Upper bound of a live viewer's delay. */
export const VISIBLE_DELAY_MAX_MS = 5 * 60_000;
/** The header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 64;

export const MEBIBYTE = 1024 * 1024;

/** Of a profile's picture. */
export const MAX_PICTURE_BYTES = 2 * MEBIBYTE;
/** Of all frames of a picture together. */
export const MAX_PICTURE_PIXELS = 16 * MEBIBYTE;
export const MAX_PICTURE_FRAMES = 100;

/** How often a page reports that it is still watching. */
export const PRESENCE_INTERVAL_MS = 30_000;

/** Days of a period of statistics, which is compared with the one before it. */
export const STATISTICS_DAYS = ['7', '28', '365'] as const;
export type StatisticsDays = (typeof STATISTICS_DAYS)[number];
/** The parts of a video whose viewers are counted. */
export const VIDEO_STEPS = 100;
/** The host of another site, from which viewers come. */
export const SITE_HOST = String.raw`(?:[a-z\d-]{1,63}\.){1,4}[a-z\d-]{2,24}`;

export const SEARCH_MAX_LENGTH = 100;
/** Of each kind. */
export const SEARCH_RESULTS = 24;
/** While a person types. */
export const SUGGESTED_CHANNELS = 5;
export const SUGGESTED_VIDEOS = 4;
export const SUGGESTED_FANS = 3;
export const SUGGESTED_CATEGORIES = 3;

/** Entries per page without `limit`. */
export const PAGE_LIMIT_DEFAULT = 48;
export const PAGE_LIMIT_MAX = 100;

/** A stream through software ends after this time without a first picture. */
export const INGEST_WAIT_MAX_MS = 15 * 60_000;
/** Software that is connected to a channel that is not live is disconnected after this time. */
export const PREVIEW_MAX_MS = 15 * 60_000;
/** A stream ends after this time without a picture, once it had one. */
export const INTERRUPTION_MAX_MS = 3 * 60_000;

/** Shorter broadcasts were mistakes or tests, and have no replay. */
export const REPLAY_MIN_MS = 5_000;

/** §9: toasts, one at a time. */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

/** §9: 500 MB as the specification counts them. */
export const MAX_UPLOAD_BYTES = 524_288_000;
/** All parts except the last; S3 requires at least 5 MiB. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
export const FILENAME_MAX_LENGTH = 255;
/** Of `multipart/form-data`: a Lambda event has 6 MiB, in base64. */
export const MAX_FORM_FILE_BYTES = 4_400_000;
/** Unfinished uploads per person. */
export const MAX_OPEN_UPLOADS = 5;
/** How long an upload waits to be finished, and then to be published. */
export const UPLOAD_KEPT_MS = DAY_MS;
/** In seconds, because transcoding is paid by length. */
export const MAX_VIDEO_S = 12 * 60 * 60;
/** Also limits the size: the longest video in 1080p, or three hours of 4K. */
export const MAX_VIDEO_PIXEL_SECONDS = 1920 * 1080 * MAX_VIDEO_S;
/** Per person. */
export const MAX_PROCESSING_VIDEOS = 10;

/** §9: the browser's recording. */
export const CHUNK_INTERVAL_MS = 2000;
/** The recording's bit rate. */
export const RECORDING_BITS_PER_SECOND = 2_500_000;
export const CAMERA_WIDTH_PX = 1280;
export const CAMERA_HEIGHT_PX = 720;
/** A chunk of 2 s has about 0.7 MB; as a form it must fit into a Lambda event (see `MAX_FORM_FILE_BYTES`). */
export const MAX_CHUNK_BYTES = 4_000_000;
/** Presigned URLs per request. */
export const MAX_CHUNK_URLS = 50;
/** Of a camera broadcast. */
export const MAX_BROADCAST_MS = 8 * HOUR_MS;
/** For the longest broadcast, with a margin for short chunks. */
export const MAX_BROADCAST_CHUNKS = 15_000;
/** Camera broadcasts per person. */
export const MAX_BROADCASTS_PER_DAY = 50;
/** A broadcast with transcoding holds one of the site's slots until it sends no chunk for this time. */
export const CAMERA_SLOT_SILENCE_MS = 30_000;
/** A broadcast ends after this time without a chunk. */
export const BROADCAST_SILENCE_MS = 60_000;
/** How often another page may continue a compatible broadcast: each time costs a transcoding job more. */
export const MAX_CONTINUATIONS = 20;
/** How long after the end missing chunks are accepted. */
export const CHUNK_RECOVERY_MS = DAY_MS;

/** Length of a low-latency segment of video and sound. */
export const SEGMENT_MS = 1000;
/** Bounds of a segment's length. A live playlist requires that it rounds to at most the target duration. */
export const MIN_SEGMENT_MS = 200;
export const MAX_SEGMENT_MS = 4000;
/** Of a segment, of its small rendition, and of a request with both. */
export const MAX_SEGMENT_BYTES = 2_500_000;
export const MAX_SMALL_SEGMENT_BYTES = 600_000;
export const MAX_SEGMENT_UPLOAD_BYTES = 4_000_000;
/** For the longest broadcast with segments of half the length. */
export const MAX_BROADCAST_SEGMENTS = 60_000;
/** Of a broadcast's card picture. */
export const MAX_LIVE_PICTURE_BYTES = 100_000;
/** A little more than 1920 × 1080. */
export const MAX_LIVE_PICTURE_PIXELS = 2 * MEBIBYTE;

/** Notifications in a list and in its count. */
export const NEWS_LIST_LENGTH = 30;
export const NEWS_KEPT_MS = 30 * DAY_MS;
/** Browsers per person; one more replaces the oldest. */
export const MAX_NEWS_BROWSERS = 10;

/** Videos that a person watches later. */
export const MAX_WATCH_LATER = 1000;
/** Videos and clips that a person likes. */
export const MAX_LIKES = 5000;
/** Playlists of a person. */
export const MAX_PLAYLISTS = 100;
/** Videos and clips of a playlist. */
export const MAX_PLAYLIST_ENTRIES = 500;
export const PLAYLIST_TITLE_MAX_LENGTH = 100;
export const PLAYLIST_DESCRIPTION_MAX_LENGTH = 500;
/** How long a watched video stays in the history. */
export const HISTORY_KEPT_MS = 365 * DAY_MS;

/** The longest pause between two messages of a person. */
export const SLOW_MODE_MAX_S = 120;
/** Why a person is timed out or banned, in the moderator's words. */
export const SANCTION_REASON_MAX_LENGTH = 200;
/** Of a person who is timed out or banned. Short, because each message checks their sanction. */
export const CHAT_APPEAL_MAX_LENGTH = 300;
/** 14 days. */
export const TIME_OUT_MAX_MINUTES = 14 * 24 * 60;
export const MAX_MODERATORS = 50;
/** Words and phrases that a chat holds back. */
export const MAX_HELD_WORDS = 100;
export const HELD_WORD_MAX_LENGTH = 50;
/** Of a chat, which the site answers. */
export const MAX_CHAT_COMMANDS = 50;
export const COMMAND_NAME_MAX_LENGTH = 25;
export const COMMAND_NAME_PATTERN = /^[a-z0-9_]{2,25}$/;
/** As a message. */
export const COMMAND_ANSWER_MAX_LENGTH = CHAT_MESSAGE_MAX_LENGTH;
/** Between two answers to a command, over all viewers. */
export const COMMAND_INTERVAL_MS = 5000;
/** Of a channel, besides those of the site. */
export const MAX_EMOTES = 30;
export const EMOTE_CODE_MIN_LENGTH = 3;
export const EMOTE_CODE_MAX_LENGTH = 20;
/** Of an emote's alternative text. */
export const EMOTE_ALT_MAX_LENGTH = 100;
/** From one raid of a channel to its next. */
export const RAID_INTERVAL_MS = 10 * MINUTE_MS;
/** How long the pages of viewers wait before they move to the raided channel. */
export const RAID_COUNTDOWN_MS = 10_000;
/** A page passes over a raid that it learns of later. */
export const RAID_FRESH_MS = 30_000;
/** Recently raided channels that a streamer can choose from. */
export const RECENT_RAIDS = 10;
/** What a streamer asks of those who write in their chat. */
export const CHAT_RULES_MAX_LENGTH = 1000;
/** Of a comment under a video. */
export const COMMENT_MAX_LENGTH = 1000;
/** How long its author may change it. */
export const COMMENT_EDIT_MS = 15 * MINUTE_MS;
/** Of a comment. */
export const MAX_REPLIES = 500;
/** Comments that a person likes under one video or clip. */
export const MAX_LIKED_COMMENTS = 200;
/** People whom one person hides. */
export const MAX_HIDDEN_PEOPLE = 500;
/** The comment of a report, and an appeal. */
export const REPORT_WORDS_MAX_LENGTH = 500;
export const APPEAL_MAX_LENGTH = 2000;
/** A moderator's message to the affected person. */
export const MODERATOR_WORDS_MAX_LENGTH = 500;
/** Longer suspensions are permanent. */
export const MAX_SUSPENSION_DAYS = 365;

/** The length of a clip. */
export const CLIP_MIN_MS = 5_000;
export const CLIP_MAX_MS = 90_000;

/** Per channel. */
export const MAX_WEBHOOKS = 5;
export const WEBHOOK_URL_MAX_LENGTH = 500;
/** The deliveries that a webhook's owner sees. */
export const WEBHOOK_DELIVERIES_LISTED = 50;
/** How long a delivery is listed. */
export const WEBHOOK_DELIVERY_KEPT_MS = 7 * DAY_MS;
/** How long an event is tried, and a webhook may fail until it is switched off. */
export const WEBHOOK_RETRIED_MS = DAY_MS;
