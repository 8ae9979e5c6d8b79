import { hash } from 'node:crypto';

/*
 * Keys of the records that earlier rows of a file contain, as 64-bit hashes with the row's place: a million rows take some 50 MB. Two different
 * keys of a million have the same hash once in ten million files.
 */

const minSlots = 1 << 12;
/** Share of the slots in use beyond which their number is doubled. */
const maxFill = 0.6;

export class SeenKeys {
  #slots = minSlots;
  /** Two halves of the hash, and the value plus one: 0 is a free slot. */
  #table = new Int32Array(minSlots * 3);
  #size = 0;

  /** Value of a key; undefined if there is none. */
  get(key: string): number | undefined {
    const [high, low] = hashOf(key);
    const value = this.#table[this.#find(high, low) + 2] ?? 0;
    return value === 0 ? undefined : value - 1;
  }

  /** Sets the value of a key. @param value at least 0 */
  set(key: string, value: number): void {
    const [high, low] = hashOf(key);
    this.#set(high, low, value + 1);
  }

  /** Sets the value of a key that has none. @param value at least 0 */
  add(key: string, value: number): void {
    const [high, low] = hashOf(key);
    if (this.#table[this.#find(high, low) + 2] === 0) this.#set(high, low, value + 1);
  }

  #find(high: number, low: number): number {
    const mask = this.#slots - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 3;
      if (this.#table[at + 2] === 0) return at;
      if (this.#table[at] === high && this.#table[at + 1] === low) return at;
    }
  }

  #set(high: number, low: number, stored: number): void {
    const at = this.#find(high, low);
    if (this.#table[at + 2] === 0) this.#size += 1;
    this.#table[at] = high;
    this.#table[at + 1] = low;
    this.#table[at + 2] = stored;
    if (this.#size > this.#slots * maxFill) this.#grow();
  }

  #grow(): void {
    const before = this.#table;
    this.#slots *= 2;
    this.#table = new Int32Array(this.#slots * 3);
    this.#size = 0;
    for (let at = 0; at < before.length; at += 3) {
      const stored = before[at + 2] ?? 0;
      if (stored !== 0) this.#set(before[at] ?? 0, before[at + 1] ?? 0, stored);
    }
  }
}

function hashOf(key: string): [high: number, low: number] {
  // A text is made faster than a buffer.
  const digest = hash('md5', key, 'hex');
  return [
    Number.parseInt(digest.slice(0, 8), 16) | 0,
    Number.parseInt(digest.slice(8, 16), 16) | 0,
  ];
}
