/** How often a live stream leaves a picture, by which pages find the earlier ones. */

/** Of IVS, as the recording configuration sets it; `thumb0.jpg` is the first. */
export const THUMBNAIL_INTERVAL_S = 30;

/** Of the direct way: the pictures that are kept, named by the second of their slot. */
export const CAMERA_PICTURE_SLOT_S = 10;
