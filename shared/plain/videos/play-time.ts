/** A position in a video as addresses have it: "75", "75s", "1m15s" or "1h2m3s". Hours, minutes and seconds are its groups. */
export const PLAY_TIME = /^(?=.)(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/;
