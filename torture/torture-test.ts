/* A torture test: real processes, faults or attacks, and a count of the failures. */

/** The short form runs in CI, the full one is what docs/reliability.md reports. */
export type Size = 'short' | 'full';

/** Speed limits are judged, or only shown: under other load they mean nothing, so CI does not judge them. */
export type Speed = 'judged' | 'shown';

/** One way to break the service that the test must notice: a replacement in one file of the server. */
export interface Breakage {
  /** In words, such as "the event is written after the change has committed". */
  readonly how: string;
  /** Relative to the checkout, such as server/events/outbox.ts. */
  readonly file: string;
  /** Occurs there exactly once. */
  readonly find: string;
  readonly replace: string;
}

export interface Torture {
  /** The row's name in the table. */
  readonly title: string;
  /** Its actions, counts and criteria, for people: a paragraph of docs/reliability.md. */
  readonly what: string;
  /** `npm run torture -- --prove` breaks the service in each of these ways in turn, and expects the test to fail. */
  readonly broken: readonly Breakage[];
  /** @returns the inputs, such as "100 kills, 52,113 acknowledged writes" */
  run(tally: Tally, size: Size, speed: Speed): Promise<string>;
}

/** Number of findings that are described in words. */
const maxFindings = 10;

/** Findings of a test; it passes if there are none. */
export class Tally {
  /** Number of acknowledged writes that are missing. */
  lost = 0;
  /** Number of records that should not exist, or should be different. */
  wrong = 0;
  /** Number of forbidden disclosures. */
  leaked = 0;
  /** The slowest response, in milliseconds; undefined if not measured. */
  worstMs: number | undefined;
  /** A separate table, in Markdown, if the row is not enough. */
  details: string | undefined;
  /** More text for the row, such as a figure with its aim. */
  readonly remarks: string[] = [];
  /** The first findings in words, and every missed aim. */
  readonly findings: string[] = [];

  addLost(text: string): void {
    this.lost += 1;
    this.#report(`lost: ${text}`);
  }

  addWrong(text: string): void {
    this.wrong += 1;
    this.#report(`wrong: ${text}`);
  }

  addLeaked(text: string): void {
    this.leaked += 1;
    this.#report(`leaked: ${text}`);
  }

  /** An aim: the result, and the goal. */
  aim(isReached: boolean, text: string): void {
    if (isReached) return;
    this.wrong += 1;
    this.findings.push(`missed: ${text}`);
  }

  /** Records a time. @param milliseconds of one response */
  took(milliseconds: number): void {
    this.worstMs = Math.max(this.worstMs ?? 0, milliseconds);
  }

  get passes(): boolean {
    return this.lost + this.wrong + this.leaked === 0;
  }

  #report(text: string): void {
    if (this.findings.length < maxFindings) this.findings.push(text);
  }
}

/** A whole number with commas, as shown in the table. */
export const counted = (n: number) => n.toLocaleString('en-US');
