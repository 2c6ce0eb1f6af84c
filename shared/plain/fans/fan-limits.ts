/** Limits of collections of fans, apart from the schemas, so that the web loads none of them. */

/** Fans that one channel has. */
export const MAX_FANS = 200;
/** Of one fan. */
export const MAX_FAN_PICTURES = 4;
export const MAX_REPAIRS = 20;
export const REPAIR_MAX_LENGTH = 300;
export const MAKER_MAX_LENGTH = 50;
export const MODEL_MAX_LENGTH = 60;
export const MOTOR_MAX_LENGTH = 60;

/** Fans that a stream or a video names. */
export const MAX_VISIBLE_FANS = 6;
/** Fans that are compared with each other. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/** What one request finds, unless `limit` says otherwise, and what it finds at most. */
export const FOUND_FANS_DEFAULT = 24;
export const FOUND_FANS_MAX = 48;
