/*
 * Converts a recording to the voice format of WhatsApp: Opus in Ogg. Browsers that record Opus in WebM produce the same packets, so they
 * are only moved to the other container, without decoding. Formats: RFC 9559 (Matroska, of which WebM is a subset), RFC 3533 (Ogg), RFC
 * 7845 (Opus in Ogg).
 */

// WebM -------------------------------------------------------------------------------------------

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codecId: 0x86,
  codecPrivate: 0x63a2,
};
const parents: ReadonlySet<number> = new Set([
  ids.segment,
  ids.cluster,
  ids.blockGroup,
  ids.tracks,
  ids.trackEntry,
]);

/** Reads a variable-length number, whose leading bits encode its length. @param isId ids keep those bits */
function numberAt(bytes: Uint8Array, at: number, isId: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) return undefined;
  let value = isId ? first : first & (0xff >> length);
  let isUnknown = !isId && value === 0xff >> length;
  for (let i = 1; i < length; i += 1) {
    const next = bytes[at + i] ?? 0;
    isUnknown &&= next === 0xff;
    value = value * 256 + next;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, length };
}

interface WebmElement {
  readonly head: Uint8Array;
  readonly packets: readonly Uint8Array[];
}

/** Packets of a recording with one track; undefined if it is not Opus. */
function packetsIn(webm: Uint8Array): WebmElement | undefined {
  let head: Uint8Array | undefined;
  let isOpus = false;
  const packets: Uint8Array[] = [];
  const walk = (from: number, to: number): void => {
    let at = from;
    while (at < to) {
      const id = numberAt(webm, at, true);
      const size = id && numberAt(webm, at + id.length, false);
      if (!id || !size) return;
      const begins = at + id.length + size.length;
      const ends = Math.min(to, begins + size.value);
      const content = () => webm.subarray(begins, ends);
      if (parents.has(id.value)) walk(begins, ends);
      else if (id.value === ids.codecId) isOpus = new TextDecoder().decode(content()) === 'A_OPUS';
      else if (id.value === ids.codecPrivate) head = content();
      else if (id.value === ids.simpleBlock || id.value === ids.block) {
        const track = numberAt(webm, begins, false);
        // Skips the track number, two bytes of time and one of flags; browsers do not use lacing.
        if (track) packets.push(webm.subarray(begins + track.length + 3, ends));
      }
      at = ends;
    }
  };
  walk(0, webm.length);
  return isOpus && head && packets.length > 0 ? { head, packets } : undefined;
}

// Opus -------------------------------------------------------------------------------------------

/** Frame duration in samples of 48 kHz, by the configuration in the first five bits (RFC 6716, 3.1). */
function frameSamples(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config % 4] ?? 0;
  if (config < 16) return [480, 960][config % 2] ?? 0;
  return [120, 240, 480, 960][config % 4] ?? 0;
}

/** Duration of a packet in samples of 48 kHz. */
export function samplesIn(packet: Uint8Array): number {
  const first = packet[0] ?? 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2;
  return frames * frameSamples(first >> 3);
}

// Ogg --------------------------------------------------------------------------------------------

const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let sum = at << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (table[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return sum;
}

const serial = 0x50617574;
const flags = { begins: 2, ends: 4 };

/** @param samples total number of samples up to the end of the page's last packet */
function page(packets: readonly Uint8Array[], at: number, samples: number, flag: number) {
  const laces = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const length = packets.reduce((sum, packet) => sum + packet.length, 0);
  const bytes = new Uint8Array(27 + laces.length + length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OggS'));
  bytes[5] = flag;
  view.setBigUint64(6, BigInt(samples), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, at, true);
  bytes[26] = laces.length;
  bytes.set(laces, 27);
  let to = 27 + laces.length;
  for (const packet of packets) {
    bytes.set(packet, to);
    to += packet.length;
  }
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

/** `OpusTags`: the encoder's name, without comments. */
function tags(): Uint8Array {
  const maker = new TextEncoder().encode('Pauta');
  const bytes = new Uint8Array(16 + maker.length);
  bytes.set(new TextEncoder().encode('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, maker.length, true);
  bytes.set(maker, 12);
  return bytes;
}

/** Maximum number of segments per page, and one second of sound. */
const maxLaces = 255;
const maxSamples = 48_000;

/** Converts Opus in WebM to Opus in Ogg; undefined for any other format. */
export function webmToOgg(webm: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const packetData = packetsIn(webm);
  if (!packetData) return undefined;
  const { head, packets } = packetData;
  const pages = [page([head], 0, 0, flags.begins), page([tags()], 1, 0, 0)];
  const skipped = new DataView(head.buffer, head.byteOffset, head.length).getUint16(10, true);
  let samples = skipped;
  let pagePackets: Uint8Array[] = [];
  let [laces, since] = [0, 0];
  packets.forEach((packet, at) => {
    pagePackets.push(packet);
    laces += Math.floor(packet.length / 255) + 1;
    since += samplesIn(packet);
    samples += samplesIn(packet);
    const isLast = at === packets.length - 1;
    const next = Math.floor((packets[at + 1]?.length ?? 0) / 255) + 1;
    if (!isLast && since < maxSamples && laces + next <= maxLaces) return;
    pages.push(page(pagePackets, pages.length, samples, isLast ? flags.ends : 0));
    pagePackets = [];
    [laces, since] = [0, 0];
  });
  const whole = new Uint8Array(pages.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const each of pages) {
    whole.set(each, to);
    to += each.length;
  }
  return whole;
}
