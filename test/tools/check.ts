import type { Env } from '../support/processes.ts';

/*
 * What a file of tools/ exports: `title`, which names the tool in the table, and `check`.
 */

/** What a check is given: a service that runs, with a demo team, and programs to run against it. */
export interface Context {
  /** Where the service listens, without /api. */
  readonly origin: string;
  /** The slug of the demo team. */
  readonly team: string;
  /** A key of that team with the scope `full`. */
  readonly key: string;
  /** Where the documents of the API and of the panel lie, as the service answers them. */
  readonly document: string;
  readonly panelDocument: string;
  /** The service's environment: what `pauta` commands on its database need. */
  readonly env: Env;
  /** A directory for this check alone. */
  readonly temp: string;
  /** Kept for when the check fails, or for `--verbose`. */
  log(text: string): void;
  /**
   * Runs a program of this package (node_modules/.bin) or of the system to its end; its output goes to the log.
   * @returns what it wrote
   * @throws Error when it does not start, ends with another status than 0, or is not through after five minutes
   */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Written>;
  /** Installs what the lock file of a directory's package names, unless it is there. */
  install(directory: string): Promise<void>;
  /** Makes another team. @returns its slug and a key with the scope `full` */
  newTeam(): Promise<{ readonly team: string; readonly key: string }>;
  /** Fills a team with the demo's records, inboxes of the sandbox among them. */
  demo(team: string): Promise<unknown>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** In addition to that of the run. */
  readonly env?: Env;
  /** Statuses that are no failure; 0 alone unless told otherwise. */
  readonly allowed?: number[];
}

export interface Written {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * One tool against the service.
 * @returns what was done, in a few words for the table
 * @throws Error what is wrong
 */
export type Check = (context: Context) => Promise<string>;

/** What a file of tools/ is. */
export interface Tool {
  readonly title: string;
  readonly check: Check;
}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
