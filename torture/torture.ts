/*
 * What a torture test is: real processes, faults or attacks, and a count of what went wrong.
 */

/** The short form runs in CI, the full one is what docs/reliability.md reports. */
export type Size = 'short' | 'full';

/**
 * Whether limits of speed beside other loads are judged, or only shown: on a machine that is busy with other things they say nothing,
 * so CI does not judge them.
 */
export type Speed = 'judged' | 'shown';

/** One way to break the service that the test has to notice: a replacement in one file of the server. */
export interface Breakage {
  /** In words, such as "the event is written after the change has committed". */
  readonly how: string;
  /** Below the checkout, such as server/events/outbox.ts. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

export interface Torture {
  /** The row's name in the table. */
  readonly title: string;
  /** What it does, what it counts and when it passes, for people: a paragraph of docs/reliability.md. */
  readonly what: string;
  /** `npm run torture -- --prove` breaks the service so, each in turn, and expects the test to fail. */
  readonly broken: readonly Breakage[];
  /** @returns what was put in, such as "100 kills, 52,113 acknowledged writes" */
  run(tally: Tally, size: Size, speed: Speed): Promise<string>;
}

/** How many of the findings are told in words. */
const mostTold = 10;

/** What a test found; it passes where nothing was. */
export class Tally {
  /** What was acknowledged and is not there. */
  lost = 0;
  /** What is there and should not be, or is another than it should be. */
  wrong = 0;
  /** What somebody learnt who must not. */
  leaked = 0;
  /** The slowest answer, in milliseconds; undefined where the test measures none. */
  worstMs: number | undefined;
  /** A table of its own, in Markdown, where the row cannot tell everything. */
  details: string | undefined;
  /** What else the row should say, such as a figure beside its aim. */
  readonly remarks: string[] = [];
  /** The first findings in words, and every aim that was missed. */
  readonly findings: string[] = [];

  addLost(text: string): void {
    this.lost += 1;
    this.#tell(`lost: ${text}`);
  }

  addWrong(text: string): void {
    this.wrong += 1;
    this.#tell(`wrong: ${text}`);
  }

  addLeaked(text: string): void {
    this.leaked += 1;
    this.#tell(`leaked: ${text}`);
  }

  /** An aim: what was reached, beside what was wanted. */
  aim(isReached: boolean, text: string): void {
    if (isReached) return;
    this.wrong += 1;
    this.findings.push(`missed: ${text}`);
  }

  /** Takes a time into account. @param milliseconds of one answer */
  took(milliseconds: number): void {
    this.worstMs = Math.max(this.worstMs ?? 0, milliseconds);
  }

  get passes(): boolean {
    return this.lost + this.wrong + this.leaked === 0;
  }

  #tell(text: string): void {
    if (this.findings.length < mostTold) this.findings.push(text);
  }
}

/** A whole number with commas, as the table shows it. */
export const counted = (n: number) => n.toLocaleString('en-US');
