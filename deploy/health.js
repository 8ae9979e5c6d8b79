// Exit status 0 when the service in this container is well. Plain JavaScript without imports: it starts often.
const { PORT = '3000', METRICS_PORT = '9100', ROLE } = process.env;
const path = ROLE === 'worker' ? `${METRICS_PORT}/health/live` : `${PORT}/health/ready`;
const answer = await fetch(`http://127.0.0.1:${path}`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = answer?.status === 200 ? 0 : 1;
