import type { Env } from '../support/processes.ts';

/* Exports of a file in tools/: `title`, which names the tool in the table, and `check`. */

/** Context of a check: a running service with a demo team, and programs to run against it. */
export interface Context {
  /** Origin of the service, without /api. */
  readonly origin: string;
  /** The slug of the demo team. */
  readonly team: string;
  /** A key of that team with the scope `full`. */
  readonly key: string;
  /** Files with the documents of the API and of the panel, as served. */
  readonly document: string;
  readonly panelDocument: string;
  /** The service's environment, for `pauta` commands on its database. */
  readonly env: Env;
  /** A directory for this check alone. */
  readonly temp: string;
  /** Logs a text that is shown if the check fails, or with `--verbose`. */
  log(text: string): void;
  /**
   * Runs a program of this package (node_modules/.bin) or of the system to its end; its output is logged.
   * @returns its output
   * @throws Error if it does not start, ends with another status than 0, or takes more than five minutes
   */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Written>;
  /** Installs the packages in the lock file of a directory, unless they are installed. */
  install(directory: string): Promise<void>;
  /** Creates another team. @returns its slug and a key with the scope `full` */
  newTeam(): Promise<{ readonly team: string; readonly key: string }>;
  /** Fills a team with demo records, including inboxes of the sandbox. */
  demo(team: string): Promise<unknown>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** In addition to that of the run. */
  readonly env?: Env;
  /** Statuses that count as success; only 0 by default. */
  readonly allowed?: number[];
}

export interface Written {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Checks one tool against the service.
 * @returns a short summary for the table
 * @throws Error with the failure
 */
export type Check = (context: Context) => Promise<string>;

/** A file in tools/. */
export interface Tool {
  readonly title: string;
  readonly check: Check;
}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
