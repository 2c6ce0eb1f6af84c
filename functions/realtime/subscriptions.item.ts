/**
 * Counters of subscriptions (`functions/limits/counters.repository.ts`). Key:
 *
 * | item    | pk                          | sk      |
 * |---------|-----------------------------|---------|
 * | counter | `SUBSCRIPTIONS#<kind>#<of>` | `COUNT` |
 *
 * Apart from the other counters, because the `realtime` Lambda may write nothing else.
 */
export const subscriptionPartition = (key: string): string => `SUBSCRIPTIONS#${key}`;
