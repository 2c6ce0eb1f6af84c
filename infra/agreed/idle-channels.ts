/** After so many days without a Create Stream a channel at IVS is deleted: who streams each week keeps theirs. */
export const IDLE_CHANNEL_DAYS = 14;
