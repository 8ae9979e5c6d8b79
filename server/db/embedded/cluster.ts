export interface EmbeddedOptions {
  /** absolute DATA_DIR */
  dataDir: string;
  /** true for `pauta serve`, which supervises the server and is unique per DATA_DIR; false for commands */
  serve: boolean;
  log: Log;
  /** directory of the npm package with PostgreSQL, if not the installed one */
  packageDir?: string;
}

interface Log {
  info(fields: object, msg: string): void;
  warn(fields: object, msg: string): void;
  error(fields: object, msg: string): void;
}

/** A DATA_DIR and this process's options for it. */
export interface Cluster extends EmbeddedOptions {
  /** PostgreSQL's data directory */
  files: string;
  /** log file of PostgreSQL */
  logFile: string;
  /** directory of the socket, through a path within the socket length limit */
  host: string;
}
