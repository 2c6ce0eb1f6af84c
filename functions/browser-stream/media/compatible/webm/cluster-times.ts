import { isBlock, isTimestamp } from './cluster-search.ts';
import { EbmlError, ID, readElementHead, readUnsigned } from './ebml.ts';

/**
 * The latest time that a chunk's Clusters (RFC 9559 §5.1.3) begin with, in ms; missing where none begins in it. Needs no
 * header: a Cluster is believed where a Timestamp and a block follow its four bytes.
 */
export function latestClusterMs(bytes: Uint8Array): number | undefined {
  let latestMs: number | undefined;
  for (let at = bytes.indexOf(CLUSTER_BYTE); at >= 0; at = bytes.indexOf(CLUSTER_BYTE, at + 1)) {
    const timeMs = clusterTimeMs(bytes, at);
    if (timeMs !== undefined) latestMs = Math.max(latestMs ?? 0, timeMs);
  }
  return latestMs;
}

const CLUSTER_BYTE = ID.cluster >>> 24;

function clusterTimeMs(bytes: Uint8Array, at: number): number | undefined {
  try {
    const cluster = readElementHead(bytes, at);
    const timestamp = cluster?.id === ID.cluster && readElementHead(bytes, cluster.dataAt);
    if (!timestamp || !isTimestamp(timestamp)) return undefined;
    const endsAt = timestamp.dataAt + timestamp.size;
    const block = readElementHead(bytes, endsAt);
    return block && isBlock(block) ? readUnsigned(bytes.subarray(timestamp.dataAt, endsAt)) : undefined;
  } catch (error) {
    if (error instanceof EbmlError) return undefined;
    throw error;
  }
}
