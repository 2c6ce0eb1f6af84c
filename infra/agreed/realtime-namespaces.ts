/** The namespaces of the event API, in the stack and in the stand-in: first segments of channel names. */
export const REALTIME_NAMESPACES = ['channels', 'lists'] as const;
