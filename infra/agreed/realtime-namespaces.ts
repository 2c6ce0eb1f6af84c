/** The first segments of what may be published: the namespaces that the stack deploys and that the stand-in knows. */
export const REALTIME_NAMESPACES = ['channels', 'lists'] as const;
