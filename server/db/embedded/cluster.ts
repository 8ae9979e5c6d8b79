export interface EmbeddedOptions {
  /** DATA_DIR, absolute */
  dataDir: string;
  /** true for `pauta serve`: only one on a DATA_DIR, and it supervises; false for commands */
  serve: boolean;
  log: Log;
  /** the directory of the npm package that brings PostgreSQL, where it is not the installed one */
  packageDir?: string;
}

interface Log {
  info(fields: object, msg: string): void;
  warn(fields: object, msg: string): void;
  error(fields: object, msg: string): void;
}

/** One DATA_DIR and how this process deals with it. */
export interface Cluster extends EmbeddedOptions {
  /** PostgreSQL's own data directory */
  files: string;
  /** where PostgreSQL's output goes */
  logFile: string;
  /** the directory of the socket, by a path short enough for one */
  host: string;
}
