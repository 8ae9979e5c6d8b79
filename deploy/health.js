// Exit status 0 when the service in this container is well. Plain JavaScript without imports: it starts often.
// It asks where metrics are: what comes from outside does not get there, and so cannot keep it from an answer.
const { METRICS_PORT = '9100', ROLE } = process.env;
const path = ROLE === 'worker' ? 'live' : 'ready';
const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/health/${path}`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = answer?.status === 200 ? 0 : 1;
