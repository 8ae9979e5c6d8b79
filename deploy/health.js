// Exit status 0 if the service in this container is healthy. Plain JavaScript without imports, because it starts often.
// It uses the metrics port, where outside connections cannot keep it waiting.
const { METRICS_PORT = '9100', ROLE } = process.env;
const path = ROLE === 'worker' ? 'live' : 'ready';
const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/health/${path}`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = answer?.status === 200 ? 0 : 1;
