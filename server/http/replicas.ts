import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { ReplicaState, Replicas } from '../db/replicas/replica.ts';

/* Plugin for reads from replicas (ADR 21). This file and db/replicas/ are loaded only if DATABASE_REPLICA_URL is set. */

/** Lets requests read from replicas. Mount it after authentication. */
export function mountReplicas(v1: FastifyInstance, replicas: Replicas): void {
  v1.addHook('onRequest', (request, _reply, done) => {
    const { actor, db } = request.context;
    if (actor.kind === 'key')
      request.context = { ...request.context, db: replicas.team(db, actor.keyId) };
    done();
  });
  // Before any client can read the effects of this request elsewhere. A 503 acknowledges nothing.
  v1.addHook('onSend', (request, reply, _payload, done) => {
    const context = request.context as FastifyRequest['context'] | undefined;
    const noted = context && reply.statusCode !== 503 && replicas.acknowledge(context.db);
    if (noted) noted.finally(() => done()).catch(() => {});
    else done();
  });
}

/** Registers the metrics of a process that reads from replicas. */
export function countReads({ reads, states }: Replicas): void {
  new Counter({
    name: 'pauta_reads_total',
    help: 'Read-only statements, by the server that answered.',
    labelNames: ['from'],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(reads)) this.inc({ from }, count);
    },
  });
  const gauge = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    read: (state: ReplicaState) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      aggregator,
      collect() {
        this.reset();
        for (const state of states()) {
          const value = read(state);
          if (value !== undefined) this.set({ replica: state.name }, value);
        }
      },
    });
  gauge(
    'pauta_replica_lag_seconds',
    'How far a replica lags behind, while it responds.',
    'max',
    ({ lagSeconds }) => lagSeconds,
  );
  gauge('pauta_replica_used', 'Whether reads use the replica: 1 or 0.', 'min', ({ reason }) =>
    reason === undefined ? 1 : 0,
  );
}
