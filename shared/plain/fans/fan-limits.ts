/** Limits of collections, apart from the schemas, so that pages load no zod. */

/** Per channel. */
export const MAX_FANS = 200;
/** Per fan. */
export const MAX_FAN_PICTURES = 4;
export const MAX_REPAIRS = 20;
export const REPAIR_MAX_LENGTH = 300;
export const MAKER_MAX_LENGTH = 50;
export const MODEL_MAX_LENGTH = 60;
export const MOTOR_MAX_LENGTH = 60;

/** Per stream or video. */
export const MAX_VISIBLE_FANS = 6;
/** Fans in a comparison. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/** Results of a request without `limit`, and at most. */
export const FOUND_FANS_DEFAULT = 24;
export const FOUND_FANS_MAX = 48;
