/** Types for the part of autocannon 9 that the benchmarks use; it has none. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    body?: string;
    /** Called before each request; its result is sent. */
    setupRequest?(request: Request): Request;
  }

  export interface Result {
    non2xx: number;
    errors: number;
    requests: { total: number };
  }

  export interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
    stop(): void;
  }

  export default function autocannon(options: {
    url: string;
    connections: number;
    /** seconds */
    duration: number;
    /** milliseconds between samples */
    sampleInt: number;
    headers: Record<string, string>;
    requests: Request[];
  }): Run;
}
