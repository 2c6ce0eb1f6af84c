/** Films that refer to media in other files (ISO 14496-12 §8.7.2). */

/** Boxes that contain the list of data references. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);

/** Returns an MP4 without media data: each track's data reference contains that address. */
export function referenceFilm(mp4: Uint8Array, url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(rebuilt(Buffer.from(mp4), url));
}

function rebuilt(boxes: Buffer, url: string): Buffer {
  const built: Buffer[] = [];
  for (let at = 0; at < boxes.length; at += boxes.readUInt32BE(at)) {
    const whole = boxes.subarray(at, at + boxes.readUInt32BE(at));
    const type = whole.toString('latin1', 4, 8);
    if (type === 'mdat') continue;
    if (type === 'dref') built.push(references(url));
    else if (CONTAINERS.has(type)) built.push(box(type, rebuilt(whole.subarray(8), url)));
    else built.push(whole);
  }
  return Buffer.concat(built);
}

/** One entry; without the flag "self-contained", its address follows. */
function references(url: string): Buffer {
  const versionAndFlags = Buffer.alloc(4);
  const count = Buffer.from([0, 0, 0, 1]);
  const entry = box('url ', Buffer.concat([versionAndFlags, Buffer.from(`${url}\0`)]));
  return box('dref', Buffer.concat([versionAndFlags, count, entry]));
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
